import type { EmailCreate } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import type { SaveOutcome } from '../../records/index.ts'
import { createSaver } from './autosave.ts'

/** A message with one line of text, over a server that can go away. */
function draft() {
  const server = new Map<string, { text: string; messageId: string }>()
  const timers = new Set<{ ms: number; task: () => void }>()
  const storage: { text: string | undefined; isFull: boolean } = { text: undefined, isFull: false }
  const world = { text: '', isDown: false, losesAnswers: false, refusal: undefined as string | undefined }
  let count = 0
  const saver = createSaver({
    draft: undefined,
    write: (messageId) =>
      Promise.resolve({
        accountId: 'A1',
        email: { subject: world.text, messageId: [messageId] } as EmailCreate,
      }),
    save(_accountId, email, before): Promise<SaveOutcome> {
      if (world.isDown) return Promise.resolve({ kind: 'unreachable' })
      if (world.refusal) return Promise.resolve({ kind: 'refused', why: { type: world.refusal } })
      const emailId = `M${String((count += 1))}`
      server.set(emailId, { text: email.subject, messageId: email.messageId?.[0] ?? '' })
      const wasReplaced = before === undefined || server.delete(before.emailId)
      if (world.losesAnswers) return Promise.resolve({ kind: 'unreachable' })
      return Promise.resolve({ kind: 'saved', draft: { accountId: 'A1', emailId }, wasReplaced })
    },
    findByMessageId: (_accountId, ids) =>
      Promise.resolve([...server].filter(([, { messageId }]) => ids.includes(messageId)).map(([id]) => id)),
    destroy(_accountId, ids) {
      for (const id of ids) server.delete(id)
      return Promise.resolve(true)
    },
    keep(isWanted) {
      if (isWanted && storage.isFull) return false
      storage.text = isWanted ? world.text : undefined
      return true
    },
    sayWhy: ({ type }) => Promise.resolve(type),
    newMessageId: () => `id-${String((count += 1))}`,
    now: () => new Date(0),
    after(ms, task) {
      const timer = { ms, task }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    onChange: () => undefined,
  })
  const type = (text: string): void => {
    world.text = text
    saver.touch()
  }
  /** Runs what is due within `ms`, and what comes of it. */
  const pass = async (ms: number): Promise<void> => {
    for (const timer of timers)
      if (timer.ms <= ms) {
        timers.delete(timer)
        timer.task()
      }
    for (let n = 0; n < 30; n += 1) await Promise.resolve()
  }
  const drafts = () => [...server.values()].map(({ text }) => text)
  return { saver, world, storage, server, type, pass, drafts }
}

describe('saving', () => {
  test('what is typed is on this device first, then on the server, once', async () => {
    const { saver, type, pass, storage, drafts } = draft()
    type('a')
    type('ab')
    await pass(300)
    expect([storage.text, drafts(), saver.state.kind]).toEqual(['ab', [], 'waiting'])
    await pass(1_000)
    expect([storage.text, drafts(), saver.state.kind]).toEqual([undefined, ['ab'], 'saved'])
    type('abc')
    await pass(1_000)
    expect(drafts()).toEqual(['abc'])
  })

  test('a dead server loses nothing: kept here, tried again, saved when it is back', async () => {
    const { saver, world, type, pass, storage, drafts } = draft()
    world.isDown = true
    type('a')
    await pass(300)
    await pass(1_000)
    expect([saver.state, storage.text]).toEqual([{ kind: 'away', isKept: true }, 'a'])
    world.isDown = false
    await pass(60_000)
    expect([saver.state.kind, drafts(), storage.text]).toEqual(['saved', ['a'], undefined])
  })

  test('the line tells the truth when there is no room on this device either', async () => {
    const { saver, world, type, pass, storage } = draft()
    world.isDown = true
    storage.isFull = true
    type('a')
    await pass(300)
    await pass(1_000)
    expect(saver.state).toEqual({ kind: 'away', isKept: false })
  })

  test('an answer that got lost leaves no second draft behind', async () => {
    const { saver, world, type, pass, drafts } = draft()
    world.losesAnswers = true
    type('a')
    await pass(1_000)
    expect(drafts()).toEqual(['a'])
    world.losesAnswers = false
    await pass(60_000)
    expect([drafts(), saver.state.kind]).toEqual([['a'], 'saved'])
  })

  test('an answer that got lost is not taken for another window at work', async () => {
    const { saver, world, server, type, pass, drafts } = draft()
    type('a')
    await pass(1_000)
    world.losesAnswers = true
    type('ab')
    await pass(1_000)
    world.losesAnswers = false
    await pass(60_000)
    expect([drafts(), saver.wasChangedElsewhere]).toEqual([['ab'], false])
    // One that did not arrive, while somebody took the draft away, is.
    world.isDown = true
    type('abc')
    await pass(1_000)
    server.clear()
    world.isDown = false
    await pass(60_000)
    expect([drafts(), saver.wasChangedElsewhere]).toEqual([['abc'], true])
  })

  test('what another window changed stays beside what is written here', async () => {
    const { saver, type, pass, server, drafts } = draft()
    type('a')
    await pass(1_000)
    server.clear()
    server.set('M99', { text: 'theirs', messageId: 'other' })
    type('ab')
    await pass(1_000)
    expect([drafts(), saver.wasChangedElsewhere]).toEqual([['theirs', 'ab'], true])
  })

  test('a refusal is told and not repeated by itself', async () => {
    const { saver, world, type, pass, storage } = draft()
    world.refusal = 'overQuota'
    type('a')
    await pass(300)
    await pass(1_000)
    expect([saver.state, storage.text]).toEqual([{ kind: 'refused', why: 'overQuota' }, 'a'])
    expect(await saver.flush()).toBe(false)
    world.refusal = undefined
    expect(await saver.flush()).toBe(true)
  })

  test('a message that is let go of is saved no more, and what is on its way is waited for', async () => {
    const { saver, type, pass, drafts } = draft()
    type('a')
    const flushed = saver.flush()
    type('ab')
    const onItsWay = saver.stop()
    expect(onItsWay).toBeDefined()
    await onItsWay
    await flushed
    await pass(60_000)
    expect([drafts(), saver.draft?.emailId, saver.isBehind]).toEqual([['a'], expect.any(String), true])
    expect(saver.stop()).toBeUndefined()
  })

  test('a message that is let go of knows what a lost answer left behind', async () => {
    const { saver, world, type, pass, drafts } = draft()
    world.losesAnswers = true
    type('a')
    await pass(1_000)
    expect([drafts(), saver.draft]).toEqual([['a'], undefined])
    await saver.stop()
    expect([drafts(), saver.draft?.emailId, saver.isBehind]).toEqual([['a'], expect.any(String), true])
  })
})
