import {
  aisha,
  ben,
  clara,
  greta,
  helena,
  jansen,
  katrin,
  per,
  rajesh,
  stranger,
  tomas,
  yuki,
} from '../bank/people.ts'
import type { PlannedCalendar, PlannedMeeting } from '../calendar/plan.ts'

/** The weeks of an architect whose library by the harbour is being built. */
const own: readonly PlannedMeeting[] = [
  {
    ...{ title: 'Studio round', week: -28, day: 0, at: '09:00', minutes: 45, rule: 'FREQ=WEEKLY' },
    ...{ where: 'Long table', guests: [tomas, aisha, greta, ben], remindBefore: [10] },
    weeks: [
      { week: -2, what: 'off' },
      { week: 1, what: { day: 1, at: '11:00', title: 'Studio round, with Katrin' } },
      { week: 5, what: 'off' },
    ],
  },
  {
    ...{ title: 'Site: harbour library', week: -20, day: 2, at: '08:00', minutes: 150 },
    ...{ rule: 'FREQ=WEEKLY;INTERVAL=2', where: 'Quay 7, gate B', guests: [per, tomas] },
  },
  {
    ...{ title: 'Facade call', week: -14, day: 3, at: '09:30', minutes: 60, rule: 'FREQ=WEEKLY' },
    ...{ timeZone: 'America/New_York', isOnline: true, organiser: helena, guests: [aisha] },
    ...{ answer: 'accepted', text: '<p>Notes are in <b>Library / Facade</b>.</p>' },
    weeks: [{ week: 1, what: 'off' }],
  },
  {
    ...{ title: 'Budget with Katrin', week: -12, day: 4, at: '10:00', minutes: 60 },
    ...{ rule: 'FREQ=MONTHLY;BYDAY=-1FR', isOnline: true, guests: [katrin, greta] },
  },
  {
    ...{ title: 'Lunch in silence', week: -10, day: 0, at: '12:30', minutes: 45, isFree: true },
    rule: 'FREQ=WEEKLY;BYDAY=MO,WE,TH',
  },
  {
    ...{ title: 'Window seat: one to one', week: 0, day: 1, at: '10:00', minutes: 90, where: 'Workshop' },
    ...{ guests: [aisha, tomas], text: 'Cardboard, tape, and an eight-year-old.' },
  },
  { title: 'What I earn', week: 0, day: 1, at: '16:30', minutes: 30, isPrivate: true, guests: [clara] },
  {
    ...{ title: 'Heating: floor grilles', week: 0, day: 2, at: '11:30', minutes: 30, isOnline: true },
    ...{ organiser: per, guests: [ben], answer: 'tentative' },
  },
  { title: 'Draw', week: 0, day: 3, at: '13:00', minutes: 210, isFree: true },
  {
    ...{ title: 'Stairs, Mumbai side', week: 0, day: 4, at: '14:00', minutes: 45, timeZone: 'Asia/Kolkata' },
    ...{ organiser: rajesh, guests: [yuki], isOnline: true },
  },
  { title: 'Model to the client', week: 0, day: 4, at: '17:00', minutes: 30, isTentative: true },
  {
    ...{ title: 'Lecture: a room to read in', week: 2, day: 3, at: '18:00', minutes: 90 },
    ...{ organiser: jansen, answer: 'accepted', where: 'Bauschule, hall 1' },
    guests: Array.from({ length: 200 }, (_, index) => stranger(index)),
  },
  {
    ...{ title: 'Train to Copenhagen', week: 3, day: 1, at: '06:53', minutes: 290, where: 'Hamburg Hbf' },
    endTimeZone: 'Europe/Copenhagen',
  },
  { title: 'Copenhagen', week: 3, day: 1, days: 3 },
  {
    title: 'Topping out',
    week: 6,
    day: 4,
    at: '15:00',
    minutes: 180,
    where: 'Quay 7',
    guests: [katrin, per, tomas, aisha, greta],
  },
]

const library: readonly PlannedMeeting[] = [
  { title: 'Concrete: second floor', week: 0, day: 1, days: 2 },
  { title: 'Windows are delivered', week: 1, day: 3, at: '07:30', minutes: 120, where: 'Quay 7, gate A' },
  { title: 'Scaffold comes down', week: 4, day: 0, days: 5 },
  { title: 'Diary of the site', week: -16, day: 4, at: '16:00', minutes: 15, rule: 'FREQ=WEEKLY' },
]

const away: readonly PlannedMeeting[] = [
  { title: 'Tomás: Porto', week: 1, day: 0, days: 5 },
  { title: 'Greta: mornings only', week: 0, day: 2, days: 3 },
  { title: 'Studio closed', week: 5, day: 0, days: 12 },
  { title: 'Yuki works from Sapporo', week: -1, day: 0, days: 12 },
]

export const workCalendars: readonly PlannedCalendar[] = [
  { name: 'Calendar', kind: 'own', color: '#0078d4', timeZone: 'Europe/Berlin', meetings: own },
  { name: 'Harbour library', kind: 'second', color: '#ca5010', timeZone: 'Europe/Berlin', meetings: library },
  {
    name: 'Larkfield: who is away',
    kind: 'shared',
    color: '#8764b8',
    timeZone: 'Europe/Berlin',
    meetings: away,
  },
]
