import { describe, expect, test } from 'vitest'
import type { Jmap } from '../../net/index.ts'
import { type EventWrites, writeEvents } from './event-writes.ts'

/** A server that answers one call, and what was asked of it. */
function answering(value: unknown, isOk = true) {
  const asked: [name: string, args: Record<string, unknown>][] = []
  const jmap = {
    send: (batch: { calls: readonly [string, Record<string, unknown>, string][] }) => {
      for (const [name, args] of batch.calls) asked.push([name, args])
      const answer = isOk ? { ok: true, value } : { ok: false, error: value }
      return Promise.resolve(value === undefined ? undefined : { of: () => answer })
    },
  } as unknown as Pick<Jmap, 'send'>
  const write = (writes: EventWrites, tells = false) =>
    writeEvents(jmap, { accountId: 'A1', sendSchedulingMessages: tells }, writes)
  return { asked, write }
}

describe('writing events', () => {
  test('answers the ids of what was made, and the entry that takes it back', async () => {
    const { write } = answering({ created: { made: { id: 'E7' } }, journalId: 'J1' })
    expect(await write({ create: { made: { title: 'Lunch' } } })).toEqual({
      ok: true,
      ids: { made: 'E7' },
      journalId: 'J1',
    })
  })

  test.each([
    ['notCreated', { create: { made: {} } }],
    ['notUpdated', { update: { E1: {} } }],
    ['notDestroyed', { destroy: ['E1'] }],
  ])('is refused by any %s', async (property, writes) => {
    const why = { type: 'forbidden', description: 'Not yours.' }
    expect(await answering({ [property]: { E1: why } }).write(writes)).toMatchObject({ ok: false, why })
  })

  test('is refused by a server that did not run the call at all', async () => {
    const why = { type: 'serverFail' }
    expect(await answering(why, false).write({ destroy: ['E1'] })).toEqual({ ok: false, why })
  })

  test('without an answer is not known to have failed or not', async () => {
    expect(await answering(undefined).write({ destroy: ['E1'] })).toEqual({ ok: false, why: undefined })
  })
})

describe('a series that is split', () => {
  const split = { id: 'E1_2026', patch: { title: 'Retro' }, newUid: 'u2' }

  test('is refused with the server’s reason', async () => {
    const why = { type: 'notFound' }
    expect(await answering({ notSplit: why }).write({ split })).toEqual({ ok: false, why })
  })

  test('is taken back by its entry', async () => {
    expect(await answering({ notSplit: null, journalId: 'J2' }).write({ split })).toMatchObject({
      ok: true,
      journalId: 'J2',
    })
  })
})

describe('taking a write back', () => {
  test('may come too late', async () => {
    const why = { type: 'stateMismatch' }
    expect(await answering({ notUndone: { J2: why } }).write({ takeBack: 'J2' })).toEqual({ ok: false, why })
  })

  test('works where the server names no reason against it', async () => {
    expect(await answering({ notUndone: {} }).write({ takeBack: 'J2' })).toMatchObject({ ok: true })
  })
})
