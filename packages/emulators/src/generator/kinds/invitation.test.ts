import { expect, test } from 'vitest'
import { invite } from './invitation.ts'

const nora = { name: 'Nora Lindqvist', email: 'nora@larkfield.example' }
const lunch = {
  uid: 'lunch',
  title: 'Lunch',
  where: 'Canteen',
  minutes: 60,
  organiser: nora,
  guests: [nora],
}
const place = { seed: 'test', owner: nora, index: 0, receivedAt: new Date('2026-11-20T10:00:00Z') }
const getSubject = (begins: string, minutes = 60): string =>
  invite(place, { ...lunch, minutes, begins: new Date(begins) }, 'REQUEST').message().subject

test('invitations say when in words, in the time of those invited', () => {
  expect(getSubject('2026-11-24T13:00:00Z')).toBe('Invitation: Lunch @ Tue 24 Nov 2026 2pm – 3pm (CET)')
  expect(getSubject('2026-07-01T09:30:00Z', 90)).toBe(
    'Invitation: Lunch @ Wed 1 Jul 2026 11:30am – 1pm (CEST)',
  )
})
