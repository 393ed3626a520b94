import type { Participant } from '@plmail/wire'
import { expect, test } from 'vitest'
import { answerChange, ownParticipant } from './guest.ts'

const person = (email: string): Participant => ({
  '@type': 'Participant',
  calendarAddress: `mailto:${email}`,
  participationStatus: 'needs-action',
})
const participants = { a: person('choir@else.example'), b: person('Me@gmail.example') }

test('the user is found among the guests by any of their addresses', () => {
  expect(ownParticipant(participants, ['mailto:x@y.example', 'mailto:me@gmail.example'])?.id).toBe('b')
  expect(ownParticipant(participants, ['mailto:x@y.example'])).toBeUndefined()
  expect(ownParticipant(undefined, ['mailto:me@gmail.example'])).toBeUndefined()
})

test('an answer changes nothing of anybody else', () => {
  expect(answerChange(participants, 'b', 'accepted')).toEqual({
    participants: { a: participants.a, b: { ...participants.b, participationStatus: 'accepted' } },
  })
  expect(answerChange(participants, 'nobody', 'accepted')).toEqual({})
})
