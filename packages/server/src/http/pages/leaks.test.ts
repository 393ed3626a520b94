import type { EventObject } from '@plmail/calendar-format'
import { datePrivacyName, type ShareDetail } from '@plmail/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareDetails } from '../../calendar/index.ts'
import { bookingVisitor } from '../../../../server-testing/src/http/pages/book/booking-visitor.ts'
import {
  type PublicCalendar,
  publicCalendar,
} from '../../../../server-testing/src/http/pages/public-calendar.ts'

/** Every answer that strangers can get out of a calendar, read for what they may not know. */
let at: PublicCalendar
beforeAll(async () => {
  at = await publicCalendar()
})
afterAll(() => at[Symbol.asyncDispose]())

const { get, post, book, listSlots } = bookingVisitor(() => at)

/** What each event says under each detail: words that stand nowhere else. */
const words: Readonly<Record<ShareDetail, string>> = {
  Title: 'Kumquat',
  Location: 'Zanzibar',
  Description: 'Periwinkle',
  Participants: 'Quincy Oddbody',
}
/** Stands in everything else that an event can say, and may be told by nobody. */
const hidden = 'Nightjar'
const told = (privacy: string): EventObject => ({
  privacy,
  title: `${words.Title}-${privacy}`,
  description: `${words.Description}-${privacy}`,
  locations: {
    [`${hidden}1`]: {
      '@type': 'Location',
      name: `${words.Location}-${privacy}`,
      description: hidden,
      coordinates: `geo:1,2;${hidden}`,
    },
  },
  participants: {
    [`${hidden}2`]: {
      '@type': 'Participant',
      name: `${words.Participants}-${privacy}`,
      calendarAddress: `mailto:${hidden}@odd.test`,
      description: hidden,
      participationComment: hidden,
    },
  },
  virtualLocations: {
    a: { '@type': 'VirtualLocation', name: hidden, uri: `https://meet.test/${hidden}`, description: hidden },
  },
  links: { a: { '@type': 'Link', href: `https://meet.test/${hidden}`, title: hidden } },
  alerts: {
    [hidden]: { '@type': 'Alert', trigger: { '@type': 'OffsetTrigger', offset: '-PT5M' }, action: 'display' },
  },
  relatedTo: { [hidden]: { '@type': 'Relation', relation: { parent: true } } },
  localizations: { fr: { title: hidden } },
  organizerCalendarAddress: `mailto:${hidden}@odd.test`,
  keywords: { [hidden]: true },
  categories: { [`https://odd.test/${hidden}`]: true },
  prodId: hidden,
  'odd.test:note': { text: hidden },
  uid: `${hidden}-${privacy}`,
})
const privacies = ['public', 'private', 'secret']
const ofOwner = ['Secret name', 'Nobody', 'ada@example', 'odd.test', 'meet.test', 'event-', 'x.test']
const ofEvents = [...Object.values(words), hidden]

interface Answer {
  headers: object
  body: string
}
/** Folding and escapes must not hide anything from these tests. */
const allOf = ({ headers, body }: Answer) =>
  `${JSON.stringify(headers)}\n${body.replace(/\r\n /g, '').replace(/&#?\w+;|\\/g, '')}`
function tellsNone(answer: Answer, ...hiddenWords: string[]): void {
  const all = allOf(answer)
  expect(hiddenWords.filter((word) => all.toLowerCase().includes(word.toLowerCase()))).toEqual([])
}

/** What somebody was sent, and the address in it at which they manage what they booked. */
async function mailTo(address: string): Promise<{ text: string; manage: string }> {
  await at.jobs.start()
  const message = () => at.mails.find(({ to }) => to === address)
  await expect.poll(message, { timeout: 20_000 }).toBeDefined()
  await at.jobs.stop(1_000)
  const { text } = message()!
  const all = `${text}\n${message()!.calendar?.text ?? ''}`
  return { text: all, manage: /https:\/\/mail\.test(\/book\/manage\/[\w-]{43})/.exec(text)![1]! }
}

const subsets = Array.from({ length: 16 }, (_, bits) =>
  shareDetails.filter((_detail, bit) => (bits >> bit) & 1),
)
const views = ['', '/month/2026-03-03', '/week/2026-03-03', '/day/2026-03-03', '/agenda/2026-03-02']

test('a shared calendar tells what its link and the privacy of each event allow, in every view, file and header', async () => {
  const calendarIds = [await at.calendar('Nobody’s business')]
  for (const [index, privacy] of privacies.entries())
    await at.event(calendarIds[0]!, { ...told(privacy), start: `2026-03-03T1${index * 2}:00:00` })
  for (const details of subsets) {
    const { token } = await at.share({ calendarIds, details })
    for (const path of [...views, '/calendar.ics', '/freebusy.ifb']) {
      const answer = await get(`/share/${token}${path}`)
      expect(answer.statusCode).toBe(200)
      const all = allOf(answer)
      for (const privacy of privacies)
        for (const detail of shareDetails) {
          const isShown = all.includes(`${words[detail]}-${privacy}`)
          const may = privacy === 'public' && details.includes(detail)
          // A cell of a month has room for titles only.
          const has = !path.endsWith('ifb') && (/day|week|agenda|ics/.test(path) || detail === 'Title')
          expect({ path, privacy, detail, isShown }).toEqual({ path, privacy, detail, isShown: may && has })
        }
      tellsNone(answer, ...ofOwner, hidden)
      // The public and the private one; of the secret one not even that it is there.
      expect(all.split('BEGIN:VEVENT')).toHaveLength(path.endsWith('.ics') ? 3 : 1)
      const busyTimes = [
        'FREEBUSY;FBTYPE=BUSY:20260303T090000Z/20260303T100000Z',
        'FREEBUSY;FBTYPE=BUSY:20260303T110000Z/20260303T120000Z',
      ]
      expect(answer.body.match(/^FREEBUSY.*/gm) ?? []).toEqual(path.endsWith('.ifb') ? busyTimes : [])
      expect(path.endsWith('.ics') || !answer.body.includes('14:00')).toBe(true)
    }
  }
})

test('one date that is more private than its series tells as little as it should, and the others what they may', async () => {
  const [calendarId, otherCalendarId] = [
    await at.calendar('Nobody’s walks'),
    await at.calendar('Nobody’s copy'),
  ]
  const date = (day: number, privacy?: string) => ({
    [`2026-03-0${day}T10:00:00`]: {
      title: `Walk-${day} ${hidden}`,
      description: hidden,
      ...(privacy === undefined ? {} : { [datePrivacyName]: privacy }),
    },
  })
  const series = {
    uid: 'walks@x.test',
    title: 'Walk',
    start: '2026-03-03T10:00:00',
    recurrenceRule: { '@type': 'RecurrenceRule', frequency: 'daily', count: 5 },
  }
  // Of the second date only a copy says that it is nobody’s business, and what nobody understands hides.
  const own = { ...date(4, 'private'), ...date(5, 'secret'), ...date(6, 'unheard-of') }
  await at.event(calendarId, {
    ...series,
    recurrenceOverrides: { ...own, '2026-03-07T10:00:00': { title: 'Run' } },
  })
  await at.event(otherCalendarId, { ...series, recurrenceOverrides: date(3, 'private') })
  const { token } = await at.share({ calendarIds: [calendarId, otherCalendarId], details: [...shareDetails] })
  for (const path of [...views, '/calendar.ics', '/freebusy.ifb'])
    tellsNone(await get(`/share/${token}${path}`), hidden)
  const { body } = await get(`/share/${token}/calendar.ics`)
  const entries = [...body.matchAll(/DTSTART:(\d+)T[\s\S]*?SUMMARY:(.*)\r/g)].map(([, day, title]) => [
    day,
    title,
  ])
  expect(entries).toEqual([
    ['20260303', 'Busy'],
    ['20260304', 'Busy'],
    ['20260306', 'Busy'],
    ['20260307', 'Run'],
  ])
})

test('a page for booking knows when somebody is busy and not with what, nor who else has booked, whatever it is asked', async () => {
  const calendarId = await at.calendar('Nobody’s errand')
  const hour = (n: number) => `2026-03-04T${String(10 + n).padStart(2, '0')}:00:00`
  for (const [index, privacy] of privacies.entries())
    await at.event(calendarId, { ...told(privacy), uid: `busy-${privacy}`, start: hour(index) })
  const settings = { zone: 'Europe/Berlin', hours: [{ weekday: 3, from: 540, to: 1_020 }] }
  const { token } = await at.page({ busyCalendarIds: [calendarId], settings })
  const ben = { name: 'Ben Secretive', email: 'ben@else.test', note: 'Cuckoo', timeZone: 'Asia/Tokyo' }
  const first = await post(`/book/${token}`, { ...ben, slot: '2026-03-04 12:30:00' })
  expect(first.headers.location).toMatch(`/book/${token}/booked`)
  const cyd = { ...ben, name: 'Cyd', email: 'cyd@else.test', note: '' }
  const second = await post(`/book/${token}`, { ...cyd, slot: '2026-03-04 14:00:00' })
  expect(second.headers.location).toMatch(`/book/${token}/booked`)
  const paths = [token, `${token}?w=2026-03-02`, `${token}?w=2026-03-02&tz=Asia/Tokyo`, `${token}?taken=1`]
  const looks = await Promise.all([...paths, `${token}/booked`].map((path) => get(`/book/${path}`)))
  for (const { statusCode, headers } of looks)
    expect([statusCode, headers['set-cookie'], headers['cache-control']]).toEqual([
      200,
      undefined,
      'no-store',
    ])
  const asks = [
    await book(token, '2026-03-04 12:30:00'),
    await book(token, '2026-03-04 09:00:00'),
    await post(`/book/${token}`, { slot: '2026-03-04 13:00:00', name: '', email: 'nobody' }),
  ]
  expect(asks.map(({ statusCode }) => statusCode)).toEqual([303, 303, 422])
  for (let tries = 0; tries < 6; tries += 1) await book(token, 'none', '203.0.113.9')
  const refused = await book(token, 'none', '203.0.113.9')
  expect(refused.statusCode).toBe(429)
  const { text, manage } = await mailTo(cyd.email)
  tellsNone({ headers: {}, body: text }, ...ofEvents, 'Nobody’s', 'Secretive', 'Cuckoo', 'ben@else')
  const managed = [
    await get(`${manage}?w=2026-03-02`),
    await post(manage, { action: 'move', slot: '2026-03-04 12:30:00' }),
    await post(manage, { action: 'move', slot: '2026-03-04 09:00:00' }),
  ]
  expect(managed.map(({ statusCode }) => statusCode)).toEqual([200, 303, 303])
  expect(managed[0]!.body).toContain('Choose another time')
  for (const answer of managed)
    tellsNone(answer, ...ofEvents, 'Nobody’s', 'Secretive', 'Cuckoo', 'ben@else', 'odd.test', 'x.test')
  for (const answer of [...looks, ...asks, refused])
    tellsNone(answer, ...ofEvents, 'Nobody’s', 'ada@example', 'odd.test', 'meet.test', 'event-', 'x.test')
  for (const answer of [...looks, ...asks.slice(1), refused]) tellsNone(answer, 'Secretive', 'Cuckoo')

  const free = [...looks[1]!.body.matchAll(/value="2026-03-04 (\d\d:\d\d):00"/g)].map(([, time]) => time)
  expect(free).toContain('12:00')
  for (const taken of ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:30'])
    expect(free).not.toContain(taken)
  expect(await listSlots(token, '?w=2026-03-02')).toContain('2026-03-04 13:00:00')
})
