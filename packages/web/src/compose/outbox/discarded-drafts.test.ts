import { describe, expect, test } from 'vitest'
import { client } from '../../commands/client.fixture.ts'
import { createComposeDesk, createTypingHandover } from '../../commands/index.ts'
import { settled } from '../../records/mail/mail-server.fixture.ts'
import { createDiscardedDrafts } from './discarded-drafts.ts'
import { takenBack } from '../draft/device-drafts.ts'

const key = 'plmail-discarded/U1/1'
const fields = { to: [], files: [], subject: 'Lunch', sender: { accountId: 'A1' } }

/** A device that keeps one discarded message, with the list of them open. */
async function listed() {
  const { server, records, outbox, toasts, dialogs } = await client(1)
  server.teach('EmailSubmission/get', () => ({ accountId: 'A1', state: '1', list: [], notFound: [] }))
  const methods = {
    getItem: (name: string) => storage[name] ?? null,
    setItem: (name: string, value: string) => void (storage[name] = value),
    removeItem: (name: string) => delete storage[name],
  }
  const storage = Object.assign(Object.create(methods), {
    [key]: JSON.stringify({ fields, body: { html: null, text: 'As it was' } }),
  }) as Record<string, string> & Storage
  const compose = createComposeDesk(
    [],
    createTypingHandover(
      () => () => undefined,
      () => undefined,
    ),
  )
  const parts = { records, outbox, toasts, dialogs, compose, session: { user: { id: 'U1' } } as never }
  return { storage, compose, records, drafts: createDiscardedDrafts(parts, storage) }
}

describe('the list of what was thrown away on this device', () => {
  test('gives a message that was deleted for good back while it is open', async () => {
    const { storage, drafts } = await listed()
    const before = storage[key]
    drafts.destroy(key)
    expect([Object.keys(storage), drafts.all]).toEqual([[], [{ key, subject: 'Lunch', isDestroyed: true }]])
    drafts.restore(key)
    expect(drafts.all).toEqual([{ key, subject: 'Lunch', isDestroyed: false }])
    expect(JSON.parse(storage[key] ?? '')).toEqual(JSON.parse(before ?? ''))
  })

  test('offers nothing any more once the server has heard of it', async () => {
    const { storage, drafts, records } = await listed()
    const end = drafts.follow()
    delete storage[key]
    await records.submissions.load()
    await settled()
    expect(drafts.all).toEqual([])
    end()
  })

  test('opens one as it was, and remembers that it was taken back', async () => {
    const { storage, drafts, compose } = await listed()
    drafts.takeBack(key)
    const storageKey = 'plmail-letter/U1/1'
    expect(compose.drafts).toMatchObject([{ wish: { kind: 'kept', storageKey, isWantedBack: true } }])
    expect([Object.keys(storage), takenBack.has(storageKey)]).toEqual([[storageKey], true])
  })
})
