import type { AccountId } from '@plmail/wire'
import { expect, test } from 'vitest'
import { createEvents, type FactName, requiredSubscribers, type Subscriber } from './index.ts'

const accountId = 7 as AccountId

test('subscribers are called one after the other, in the order they subscribed', async () => {
  const events = createEvents()
  const calls: string[] = []
  events.subscribe('account-added', 'sync', async (fact) => {
    calls.push(`sync begins ${fact.accountId}`)
    await Promise.resolve()
    calls.push('sync ends')
  })
  events.subscribe('account-added', 'calendar-sync', async () => void calls.push('calendars'))
  await events.publish('account-added', { accountId })
  expect(calls).toEqual(['sync begins 7', 'sync ends', 'calendars'])
})

test('a subscriber that fails fails the publisher, and those after it are not called', async () => {
  const events = createEvents()
  const calls: string[] = []
  events.subscribe('account-removed', 'sync', async () => {
    throw new Error('no connection')
  })
  events.subscribe('account-removed', 'watches', async () => void calls.push('watches'))
  await expect(events.publish('account-removed', { accountId })).rejects.toThrow('no connection')
  expect(calls).toEqual([])
})

test('a fact that nobody subscribed to reaches nobody', async () => {
  await expect(createEvents().publish('account-added', { accountId })).resolves.toBeUndefined()
})

test('rooms wired without a subscriber that a fact must have do not start', () => {
  const events = createEvents()
  const all = Object.entries(requiredSubscribers) as Array<[FactName, readonly Subscriber[]]>
  for (const [name, rooms] of all)
    for (const room of rooms.filter((subscriber) => subscriber !== 'invitations'))
      events.subscribe(name, room, async () => {})
  expect(() => events.requireSubscribers()).toThrow('invitations to meeting-mail-arrived')
  events.subscribe('meeting-mail-arrived', 'invitations', async () => {})
  expect(() => events.requireSubscribers()).not.toThrow()
})
