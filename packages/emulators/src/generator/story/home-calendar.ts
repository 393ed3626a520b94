import { anouk, elin, jonas, karin, mikael, priya, sam, stranger, zoe } from '../bank/people.ts'
import type { PlannedCalendar, PlannedMeeting } from '../calendar/plan.ts'
import type { Person } from '../write/letter.ts'

const choir: Person = { name: 'Nordhafen Chamber Choir', email: 'choir@nordhafenchor.example' }
const neighbours: Person = { name: 'Mill Lane Residents', email: 'board@mill-lane.example' }
const dentist: Person = { name: 'Dr. Ines Vahl', email: 'termine@praxis-vahl.example' }

/** A winter at home, as the letters tell of it. */
const own: readonly PlannedMeeting[] = [
  {
    ...{
      title: 'Run by the river',
      week: -30,
      day: 1,
      at: '07:00',
      minutes: 45,
      rule: 'FREQ=WEEKLY;BYDAY=TU,FR',
    },
    remindBefore: [15],
  },
  {
    ...{ title: 'Choir rehearsal', week: -26, day: 2, at: '19:30', minutes: 120, rule: 'FREQ=WEEKLY' },
    ...{ where: 'St. Martin, parish hall', organiser: choir, guests: [sam, anouk], answer: 'accepted' },
    weeks: [
      { week: -3, what: 'off' },
      { week: 0, what: { at: '18:30', where: 'St. Martin, in the nave' } },
      { week: 2, what: { day: 4, title: 'Choir: dress rehearsal', where: 'Old Customs House' } },
      { week: 5, what: 'off' },
    ],
  },
  {
    ...{
      title: 'Call with Mikael',
      week: -20,
      day: 6,
      at: '10:00',
      minutes: 30,
      rule: 'FREQ=WEEKLY;INTERVAL=2',
    },
    ...{ timeZone: 'America/New_York', isOnline: true, guests: [mikael] },
  },
  {
    ...{ title: 'Book club', week: -16, day: 3, at: '20:00', minutes: 120, rule: 'FREQ=MONTHLY;BYDAY=-1TH' },
    ...{ where: 'At Zoë’s', organiser: zoe, guests: [elin, anouk], answer: 'accepted' },
  },
  {
    title: 'Dentist',
    week: 1,
    day: 1,
    at: '08:15',
    minutes: 30,
    where: 'Praxis Vahl, Kaistraße 4',
    organiser: dentist,
  },
  {
    ...{ title: 'Winter concert', week: 3, day: 5, at: '19:00', minutes: 120, where: 'Old Customs House' },
    ...{ organiser: choir, answer: 'accepted' },
    guests: Array.from({ length: 200 }, (_, index) => stranger(index)),
  },
  {
    ...{ title: 'Lunch with Elin', week: 0, day: 1, at: '12:30', minutes: 60, where: 'Café Leuchtfeuer' },
    guests: [elin],
  },
  {
    title: 'Viewing: piano',
    week: 0,
    day: 3,
    at: '17:30',
    minutes: 30,
    isTentative: true,
    text: 'Timo comes to look at it.',
  },
  {
    title: 'Ask the notary about the lease',
    week: 0,
    day: 0,
    at: '16:00',
    minutes: 30,
    isPrivate: true,
    where: 'Kanzlei Petersen',
  },
  { title: 'Laundry room is mine', week: 0, day: 5, at: '09:00', minutes: 180, isFree: true },
  {
    ...{ title: 'Dinner at Jonas’s', week: 0, day: 4, at: '19:00', minutes: 180 },
    ...{ organiser: jonas, guests: [priya, sam], where: 'Deichstraße 17' },
  },
  {
    ...{
      title: 'House meeting',
      week: 1,
      day: 3,
      at: '18:00',
      minutes: 90,
      organiser: neighbours,
      answer: 'tentative',
    },
    ...{
      text: '<p>Agenda:</p><ul><li>The window in the hall</li><li>Bicycles</li><li>Who salts the steps</li></ul>',
    },
  },
  {
    ...{ title: 'Lisbon: which flat?', week: 0, day: 2, at: '13:00', minutes: 30, isOnline: true },
    ...{ guests: [elin, jonas, priya], text: 'The one above the bakery, surely.' },
  },
  {
    ...{ title: 'Flight to Lisbon', week: 15, day: 3, at: '10:10', minutes: 220 },
    ...{ endTimeZone: 'Europe/Lisbon', where: 'Hamburg Airport' },
  },
  { title: 'Lisbon', week: 15, day: 3, days: 5, isFree: true },
  { title: 'Flea market', week: -1, day: 6, at: '09:00', minutes: 240, where: 'Fischmarkt' },
  {
    title: 'Moving day',
    week: 2,
    day: 5,
    at: '08:00',
    minutes: 600,
    where: 'Mill Lane 12',
    guests: [sam, jonas, mikael],
  },
]

const family: readonly PlannedMeeting[] = [
  { title: 'Mamma turns sixty', week: 4, day: 6, rule: 'FREQ=YEARLY' },
  {
    title: 'Speech for Mamma: read it aloud',
    week: 0,
    day: 6,
    at: '16:00',
    minutes: 45,
    isOnline: true,
    guests: [karin, mikael],
  },
  { title: 'Alma sleeps over', week: 1, day: 5, days: 2 },
  {
    title: 'Pick up the bike',
    week: 0,
    day: 2,
    at: '17:00',
    minutes: 30,
    where: 'Police station, Hafenstraße',
  },
  { title: 'Saffron buns', week: 2, day: 6, at: '11:00', minutes: 180, where: 'Karin’s kitchen' },
]

const slipways: readonly PlannedMeeting[] = [
  { title: 'Slipway closed', week: 0, day: 3, days: 2 },
  { title: 'Boats out: pier 1', week: 0, day: 5, at: '08:00', minutes: 300 },
  { title: 'Boats out: pier 2', week: 1, day: 5, at: '08:00', minutes: 300 },
  { title: 'Winter watch', week: -4, day: 4, at: '20:00', minutes: 600, rule: 'FREQ=WEEKLY' },
]

export const homeCalendars: readonly PlannedCalendar[] = [
  { name: 'Nora Lindqvist', kind: 'own', color: '#4986e7', timeZone: 'Europe/Berlin', meetings: own },
  { name: 'Family', kind: 'second', color: '#f691b2', timeZone: 'Europe/Berlin', meetings: family },
  {
    ...{ name: 'Nordhafen Sailing Club', kind: 'shared', color: '#16a765', timeZone: 'Europe/Berlin' },
    ...{ description: 'Piers, slipways and watches', meetings: slipways },
  },
  {
    name: 'Holidays in Germany',
    kind: 'holidays',
    color: '#b3dc6c',
    timeZone: 'Europe/Berlin',
    meetings: [],
  },
]
