import { expect, test } from 'vitest'
import type { PersonTimes } from '../../records/index.ts'
import { meetingSentence } from './meeting-sentence.ts'

const people = [
  { name: 'Ann', email: 'ann@x.example' },
  { name: null, email: 'bo@x.example' },
]
const row = (email: string): PersonTimes => ({ email, busy: [] })
const say = (busy: readonly string[], unknown: readonly string[] = []) =>
  meetingSentence({ when: 'Monday, 9:00', busy: busy.map(row), unknown: unknown.map(row) }, people, (names) =>
    names.join(' and '),
  )

test.each<[busy: string[], unknown: string[], sentence: string]>([
  [[], [], 'Monday, 9:00. Everyone is free, as far as we can see'],
  [['ann@x.example'], [], 'Monday, 9:00. Ann is busy'],
  [['', 'bo@x.example'], [], 'Monday, 9:00. You and bo@x.example are busy'],
  [[''], [], 'Monday, 9:00. You’re busy'],
  [[], ['ann@x.example'], 'Monday, 9:00. Everyone is free, as far as we can see. No calendar: Ann'],
])('with %j busy and %j unknown', (busy, unknown, sentence) => {
  expect(say(busy, unknown)).toBe(sentence)
})
