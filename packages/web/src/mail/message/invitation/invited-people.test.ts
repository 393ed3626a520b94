import { expect, test } from 'vitest'
import { invitedPeople } from './invited-people.ts'

const ben = { '@type': 'Participant' as const, name: 'Ben', calendarAddress: 'mailto:Ben@larkfield.example' }
const nora = { '@type': 'Participant' as const, name: 'Nora', email: 'nora@larkfield.example' }

test('who calls a meeting is named once, and owes no answer', () => {
  const event = {
    organizerCalendarAddress: 'mailto:ben@larkfield.example',
    participants: { p1: ben, p2: nora },
  }
  expect(invitedPeople(event)).toEqual({ organizer: ben, guests: [nora] })
})

test('everybody is a guest where nobody is known to call it', () => {
  expect(invitedPeople({ participants: { p1: ben, p2: nora } })).toEqual({
    organizer: undefined,
    guests: [ben, nora],
  })
  expect(invitedPeople({})).toEqual({ organizer: undefined, guests: [] })
})
