import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toRawMessage } from '../../../../emulators/src/blobs/raw.ts'
import type { Oddity } from '../../../../emulators/src/faults/oddities.ts'
import { aheadClock, type MovableClock } from '../../kit/clock.ts'
import {
  type EmulatedForTests,
  emulatedForTests,
  providers,
} from '../../../../server-testing/src/sync/emulated-sync.ts'
import { settled, getSubject } from '../../../../server-testing/src/sync/test-sync-rooms.ts'
import { message, syncForTests } from '../../../../server-testing/src/sync/test-imap-sync.ts'

const hour = 3_600_000

describe.each(providers)('the mirror of an account at %s', (provider) => {
  let rig: EmulatedForTests
  let ids: string[]
  let clock: MovableClock
  beforeEach(async () => {
    clock = aheadClock()
    rig = await emulatedForTests(provider, 'sync', undefined, clock)
    ids = ['One', 'Two', 'Three'].map((subject) => deliver(subject))
    await settled(rig)
  })
  afterEach(() => rig[Symbol.asyncDispose]())
  const deliver = (subject: string) => rig.mailbox.deliver(toRawMessage(Buffer.from(message(subject))))
  const figure = async () => (await rig.sync.mirror([rig.account])).get(rig.account)
  const offCount: Oddity =
    provider === 'Google' ? { kind: 'total-off', by: 3 } : { kind: 'other-items', folder: 'trash', count: 3 }
  /** Requests that list the mailbox from its start. */
  const listings = () =>
    rig
      .requests()
      .filter(({ operation, url }) =>
        provider === 'Google'
          ? operation === 'gmail.users.messages.list' && !url.includes('labelIds')
          : operation === 'graph.messages.delta' && !url.includes('token='),
      ).length

  test('is counted with every look', async () => {
    expect(await figure()).toMatchObject({
      localCount: 3,
      remoteCount: 3,
      waiting: 0,
      accepted: 0,
      mended: 0,
    })
    deliver('Four')
    await settled(rig)
    expect(await figure()).toMatchObject({ localCount: 4, remoteCount: 4 })
  })

  test('is mended when the provider has more than is known here', async () => {
    await rig.db.database.query(
      `delete from message where id = (select message_id from remote_message order by message_id limit 1)`,
    )
    await settled(rig)
    await settled(rig)
    await settled(rig)
    expect((await rig.subjects('inbox')).toSorted()).toEqual(['One', 'Three', 'Two'])
    expect(await figure()).toMatchObject({ localCount: 3, remoteCount: 3, accepted: 0, mended: 1 })
  })

  test('looks into a count that lastingly differs once a day at most, accepts it and calls nothing mended', async () => {
    rig.mailbox.turnOdd(offCount)
    const before = listings()
    for (let look = 0; look < 8; look++) await settled(rig)
    expect(listings() - before).toBe(1)
    expect(await figure()).toMatchObject({ localCount: 3, remoteCount: 6, accepted: 3, mended: 0 })
    deliver('Four')
    for (let look = 0; look < 4; look++) await settled(rig)
    expect(listings() - before).toBe(1)
    expect(await figure()).toMatchObject({ localCount: 4, remoteCount: 7, accepted: 3, mended: 0 })
  })

  test('finds what is missing beside a difference that was accepted', async () => {
    rig.mailbox.turnOdd(offCount)
    for (let look = 0; look < 4; look++) await settled(rig)
    await rig.db.database.query(
      `delete from message where id = (select message_id from remote_message order by message_id limit 1)`,
    )
    clock.advance(24 * hour)
    for (let look = 0; look < 3; look++) await settled(rig)
    expect(await figure()).toMatchObject({ localCount: 3, remoteCount: 6, accepted: 3, mended: 1 })
  })

  test('calls nothing here that waits to be fetched', async () => {
    const id = deliver('Not handed out')
    rig.mailbox.turnOdd({ kind: 'unreadable', ids: [id], status: 500, reach: 'everything' })
    await rig.syncNow()
    expect(await figure()).toMatchObject({ localCount: 3, remoteCount: 4, waiting: 1 })
  })

  test('finds stars, moves and deletions within the hour that nobody told of', async () => {
    const [starred = '', moved = '', deleted = ''] = ids
    for (const act of [
      { kind: 'mark', ids: [starred], keyword: '$flagged' },
      { kind: 'archive', ids: [moved] },
      { kind: 'delete', ids: [deleted] },
    ] as const)
      rig.mailbox.turnOdd({ kind: 'untold', act: { ...act, ids: [...act.ids] } })
    await rig.syncNow()
    expect((await rig.inRole('archive')).length).toBe(0)
    clock.advance(hour)
    await settled(rig)
    expect(await rig.subjects('archive')).toEqual(['Two'])
    expect(await rig.subjects('inbox')).toEqual(['One'])
    expect((await rig.inRole('inbox'))[0]?.keywords).toContain('$flagged')
    expect(await figure()).toMatchObject({ localCount: 2, remoteCount: 2, mended: 3 })
  })

  test('finds within the hour what nobody told of old messages that were touched here', async () => {
    const receivedAt = new Date(Date.now() + 3_600_000)
    for (let count = 0; count < 505; count++)
      rig.mailbox.deliver(toRawMessage(Buffer.from(message(`Later ${count}`))), { receivedAt })
    await settled(rig)
    const old = (await rig.inRole('inbox')).filter((row) => ['One', 'Two', 'Three'].includes(getSubject(row)))
    const star = { keywords: new Map([['$flagged', true]]) }
    const actor = { kind: 'user' as const, userId: rig.user }
    await rig.mail.actions.update(actor, rig.account, 'star', new Map(old.map(({ id }) => [id, star])))
    await settled(rig)
    rig.mailbox.turnOdd({ kind: 'untold', act: { kind: 'unmark', ids, keyword: '$flagged' } })
    clock.advance(hour)
    await settled(rig)
    const starred = (await rig.inRole('inbox')).filter(({ keywords }) => keywords.includes('$flagged'))
    expect(starred.map(getSubject)).toEqual([])
    expect(await figure()).toMatchObject({ localCount: 508, remoteCount: 508, mended: 3 })
  })

  test('is compared whole once a day, and at once when somebody asks', async () => {
    const before = (await figure())?.sweptAt?.getTime() ?? 0
    const [id = ''] = ids
    rig.mailbox.turnOdd({ kind: 'untold', act: { kind: 'mark', ids: [id], keyword: '$flagged' } })
    await rig.sync.sweep(rig.account)
    await settled(rig)
    const figureAfterRequest = await figure()
    expect(figureAfterRequest?.sweptAt?.getTime()).toBeGreaterThan(before)
    expect(figureAfterRequest).toMatchObject({ localCount: 3, remoteCount: 3, mended: 1 })
    await settled(rig)
    expect((await figure())?.sweptAt).toEqual(figureAfterRequest?.sweptAt)
    clock.advance(24 * hour)
    await settled(rig)
    expect((await figure())?.sweptAt?.getTime()).toBeGreaterThan(
      figureAfterRequest?.sweptAt?.getTime() ?? Infinity,
    )
  })
})

test('the mirror of an IMAP account is counted with every look', async () => {
  await using rig = await syncForTests()
  const client = await rig.dovecot.client('ann')
  for (const subject of ['One', 'Two']) await client.append('INBOX', message(subject))
  await settled(rig)
  expect((await rig.sync.mirror([rig.account])).get(rig.account)).toMatchObject({
    localCount: 2,
    remoteCount: 2,
    mended: 0,
  })
  await client.logout()
})
