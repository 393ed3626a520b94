import { afterEach, describe, expect, test, vi } from 'vitest'
import { client } from '../../commands/client.fixture.ts'
import { createComposeDesk, createTypingHandover, createUndoStack } from '../../commands/index.ts'
import { settled } from '../../records/mail/mail-server.fixture.ts'
import { discard } from './discard.ts'
import { takeDeviceDraft, takenBack, type DeviceDraft } from './device-drafts.ts'

const saved = { accountId: 'A1', emailId: 'M1' }
const fields = { to: [], files: [], sender: { accountId: 'A1' } } as unknown as DeviceDraft['fields']

afterEach(() => takenBack.clear())

/** Somebody with a message in its window, which the server has as M1. */
async function writing(roles: Parameters<typeof client>[1] = ['inbox', 'drafts', 'trash']) {
  const { server, records, outbox, toasts, sets } = await client(1, roles)
  const compose = createComposeDesk(
    [],
    createTypingHandover(
      () => () => undefined,
      () => undefined,
    ),
  )
  const parts = { records, outbox, toasts, compose, undoStack: createUndoStack() }
  const fullStorage = { getItem: () => null, setItem: () => expect.fail('full'), removeItem: () => undefined }
  const saver = {
    state: { kind: 'waiting' as const },
    wasChangedElsewhere: false,
    isBehind: false,
    unconfirmed: [],
    draft: saved as typeof saved | undefined,
  }
  const onItsWay = { answer: undefined as Promise<void> | undefined }
  /** What this device keeps of what was thrown away. */
  const aside = new Set<string>()
  const draft = {
    saver,
    release: () => onItsWay.answer,
    putAside({ body }: DeviceDraft) {
      aside.add(body.text)
      return () => void aside.delete(body.text)
    },
    copy: () => ({
      storageKey: 'key',
      draft: { fields, body: { html: null, text: 'As it was' }, draft: saver.draft, about: undefined },
    }),
  }
  const trash = server.mailboxes('A1').find(({ role }) => role === 'trash')?.id ?? ''
  const isInTrash = () => server.email('M1')?.mailboxIds[trash] === true
  compose.begin({ kind: 'new' })
  const end = vi.fn(() => compose.end(compose.drafts[0]?.key ?? 0))
  return {
    server,
    saver,
    onItsWay,
    aside,
    compose,
    outbox,
    toasts,
    sets,
    end,
    isInTrash,
    keptText: () => takeDeviceDraft(fullStorage, 'key')?.body.text,
    throwAway: () => discard(parts, draft, end),
  }
}

describe('a message that is thrown away', () => {
  test('is in the outbox before its window closes', async () => {
    const { throwAway, outbox, end, sets, isInTrash } = await writing()
    end.mockImplementation(() => expect(outbox.waiting).toBe(1))
    const thrown = throwAway()
    // In the same turn: the page may be gone in the next.
    expect(end).toHaveBeenCalledOnce()
    await thrown
    await settled()
    expect([sets().at(-1)?.['verb'], isInTrash()]).toEqual(['trash', true])
  })

  test('comes back from the trash', async () => {
    const { throwAway, toasts, isInTrash } = await writing()
    await throwAway()
    await settled()
    expect(isInTrash()).toBe(true)
    toasts.current?.action?.run()
    await settled()
    expect(isInTrash()).toBe(false)
  })

  test('comes back into its window with what the server never had, even where this device is full', async () => {
    const { throwAway, saver, toasts, compose, keptText, sets } = await writing()
    Object.assign(saver, { draft: undefined, isBehind: true })
    await throwAway()
    await settled()
    expect([compose.drafts, keptText(), sets()]).toEqual([[], undefined, []])
    toasts.current?.action?.run()
    expect(keptText()).toBe('As it was')
    expect(compose.drafts).toMatchObject([{ wish: { kind: 'kept', storageKey: 'key', isWantedBack: true } }])
  })

  test('stays on this device while the server has not all of it, from before its window closes until it is back', async () => {
    const { throwAway, saver, aside, toasts, end } = await writing()
    saver.isBehind = true
    end.mockImplementation(() => expect([...aside]).toEqual(['As it was']))
    await throwAway()
    expect([end.mock.calls.length, [...aside]]).toEqual([1, ['As it was']])
    toasts.current?.action?.run()
    expect([...aside]).toEqual([])
  })

  test('is not kept on this device once a saving on its way has brought the server all of it', async () => {
    const { throwAway, saver, onItsWay, aside } = await writing()
    saver.isBehind = true
    onItsWay.answer = Promise.resolve().then(() => void (saver.isBehind = false))
    const thrown = throwAway()
    expect([...aside]).toEqual(['As it was'])
    await thrown
    expect([...aside]).toEqual([])
  })

  test('is kept again when the copy was let go of before its saving on its way failed', async () => {
    const { throwAway, saver, onItsWay, aside } = await writing()
    saver.isBehind = true
    let fail: () => void = () => undefined
    onItsWay.answer = new Promise((resolve) => (fail = resolve))
    const thrown = throwAway()
    aside.clear()
    fail()
    await thrown
    expect([...aside]).toEqual(['As it was'])
  })

  test('and taken back from the outbox is not kept again, and does not come back by an undo', async () => {
    const { throwAway, saver, onItsWay, aside, toasts, compose } = await writing()
    saver.isBehind = true
    let fail: () => void = () => undefined
    onItsWay.answer = new Promise((resolve) => (fail = resolve))
    const thrown = throwAway()
    aside.clear()
    takenBack.add('key')
    fail()
    await thrown
    toasts.current?.action?.run()
    expect([[...aside], compose.drafts]).toEqual([[], []])
  })

  test('waits for the saving on its way, which makes another draft, with its window closed', async () => {
    const { throwAway, saver, onItsWay, end, sets, server } = await writing()
    server.arrive('A1')
    let arrive: () => void = () => undefined
    onItsWay.answer = new Promise((resolve) => (arrive = resolve))
    const thrown = throwAway()
    await settled()
    expect([end.mock.calls.length, sets()]).toEqual([1, []])
    saver.draft = { accountId: 'A1', emailId: 'M2' }
    arrive()
    await thrown
    await settled()
    expect([end.mock.calls.length, Object.keys(sets().at(-1)?.['update'] as object)]).toEqual([1, ['M2']])
  })

  test('is gone for good where there is no trash, and that is said', async () => {
    const { throwAway, toasts, server } = await writing(['inbox', 'drafts'])
    await throwAway()
    await settled()
    expect([server.email('M1'), toasts.current]).toEqual([
      undefined,
      { text: 'Draft discarded', tone: 'plain' },
    ])
  })

  test('leaves no word where there was nothing yet', async () => {
    const { throwAway, saver, toasts, end } = await writing()
    saver.draft = undefined
    await throwAway()
    expect([end.mock.calls.length, toasts.current]).toEqual([1, undefined])
  })
})
