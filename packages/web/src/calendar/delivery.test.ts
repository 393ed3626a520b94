import { expect, test } from 'vitest'
import { deliveryWords as words } from '../words/delivery.ts'
import { failedDelivery } from './delivery.ts'

test.each<[codes: string[], reason: string]>([
  [['3.7'], 'unknown'],
  [['3.8'], 'forbidden'],
  [['5.1'], 'unreachable'],
  [['5.2'], 'unsupported'],
  [['5.3'], 'rejected'],
  [['3.7.1'], 'unknown'],
  [['5.9'], 'other'],
  [['1.0', '5.1'], 'unreachable'],
])('a guest with %j did not get the invitation: %s', (scheduleStatus, reason) => {
  expect(failedDelivery({ scheduleStatus })).toBe(reason)
})

test.each([undefined, [], ['1.0'], ['1.1'], ['1.2'], ['2.0'], ['5.1', '1.2'], ['4.1']])(
  'nothing is wrong with %j',
  (scheduleStatus) => {
    expect(failedDelivery(scheduleStatus ? { scheduleStatus } : {})).toBeUndefined()
  },
)

test('what another client wrote in its place is no reason', () => {
  const participant: Record<string, unknown> = { scheduleStatus: '5.1' }
  expect(failedDelivery(participant)).toBeUndefined()
})

test('which message it was, and why, is said in plain words', () => {
  expect(words.undelivered({ isReply: false, reason: 'unknown' })).toBe(
    'The invitation wasn’t delivered. The calendar server doesn’t know this address.',
  )
  expect(words.undelivered({ isReply: true, reason: 'other' })).toBe(
    'Your reply wasn’t delivered. The calendar server gave no reason.',
  )
})
