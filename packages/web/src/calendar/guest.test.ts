import type { Participant } from '@plmail/wire'
import { expect, test } from 'vitest'
import { answerChange, guestsOf, ownParticipant } from './guest.ts'

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

const organizersOf = (...args: Parameters<typeof guestsOf>): string[] =>
  guestsOf(...args).flatMap(({ email, isOrganizer }) => (isOrganizer ? [email] : []))

test('the organizer is who has that role, or whose address the event names as such', () => {
  const owner: Participant = { ...participants.a, roles: { owner: true } }
  expect(organizersOf({ ...participants, a: owner }, undefined)).toEqual(['choir@else.example'])
  expect(organizersOf(participants, 'mailto:me@gmail.example')).toEqual(['Me@gmail.example'])
})

test('nobody is the organizer for want of an address', () => {
  expect(organizersOf({ room: { name: 'Room 3' } }, undefined)).toEqual([])
})

test('a guest is listed with their mail address, and by that of the calendar where there is no other', () => {
  const emails = guestsOf({ ...participants, c: { email: 'c@mail.example' } }, undefined)
  expect(emails.map(({ email }) => email)).toEqual([
    'choir@else.example',
    'Me@gmail.example',
    'c@mail.example',
  ])
  expect(guestsOf(undefined, undefined)).toEqual([])
})
