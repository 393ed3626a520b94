import {
  type OtherClient,
  type PlainEvent,
  calendarSessionSuite,
} from '../../../../server-testing/src/providers/contract/calendar-session-suite.ts'
import type { AskServer } from '../contract/index.ts'
import {
  outbound,
  type TestCalDav,
  testCalDav,
} from '../../../../server-testing/src/providers/caldav/test-caldav.ts'

calendarSessionSuite('CalDAV (Radicale)', async () => {
  const caldav = await testCalDav()
  const losing = { next: false }
  const ask: AskServer = async (asked) => {
    const answer = await outbound(asked)
    const isLost = losing.next && ['PUT', 'DELETE', 'MOVE'].includes(asked.method)
    if (isLost) losing.next = false
    return isLost ? { ok: false, why: 'unreachable' } : answer
  }
  return {
    session: caldav.session(ask),
    calendar: caldav.calendar,
    second: caldav.second,
    otherClient: otherClient(caldav),
    loseCursors: caldav.radicale.forgetTokens,
    loseAnswer: () => void (losing.next = true),
    calm: () => void (losing.next = false),
    problems: () => [],
    [Symbol.asyncDispose]: () => caldav[Symbol.asyncDispose](),
  }
})

/** Another program: it edits the files of the server as text. */
function otherClient({ radicale, calendar }: TestCalDav): OtherClient {
  let count = 0
  const read = async (url: string) => (await radicale.request('anna', 'GET', url)).text()
  const put = async (url: string, body: string) => {
    const answer = await radicale.request('anna', 'PUT', url, {
      headers: { 'content-type': 'text/calendar' },
      body,
    })
    if (!answer.ok) throw new Error(`Not stored: ${answer.status} ${radicale.log()}`)
  }
  const edit = async (url: string, change: (text: string) => string) => put(url, change(await read(url)))
  const inSeries = (text: string, lines: string[]) =>
    text.replace(/\r?\n(?=END:VEVENT)/, `\r\n${lines.join('\r\n')}\r\n`)
  return {
    create: async (event) => {
      const url = new URL(`other-${++count}.ics`, calendar).href
      await put(url, writeFile(`other-${count}@example.org`, event))
      return url
    },
    retitle: (id, title) => edit(id, (text) => text.replace(/SUMMARY:.*/g, `SUMMARY:${title}`)),
    destroy: (id) => radicale.request('anna', 'DELETE', id),
    excludeOccurrence: (id, recurrenceId) =>
      edit(id, (text) => inSeries(text, [`EXDATE;TZID=Europe/Berlin:${compact(recurrenceId)}`])),
    moveOccurrence: (id, recurrenceId, start) =>
      edit(id, (text) => {
        const recurrence = `RECURRENCE-ID;TZID=Europe/Berlin:${compact(recurrenceId)}`
        const others = text
          .split(/(?=BEGIN:VEVENT)|(?<=END:VEVENT\r?\n)/)
          .filter((part) => !part.includes(recurrence))
        const [, uid = ''] = /UID:(.*)/.exec(text) ?? []
        const [, title = ''] = /SUMMARY:(.*)/.exec(text) ?? []
        const event = { title: title.trim(), start, minutes: 30, timeZone: 'Europe/Berlin' }
        const moved = getEvent(uid.trim(), event, [recurrence]).join('\r\n')
        return others.join('').replace(/END:VCALENDAR/, `${moved}\r\nEND:VCALENDAR`)
      }),
    decorate: async (id) => {
      const kept = ['X-OWN;X-A=b:kept\\, whole', 'ATTACH;ENCODING=BASE64;VALUE=BINARY:aGVsbG8=']
      const alarm = ['BEGIN:VALARM', 'ACTION:AUDIO', 'TRIGGER:-PT9M', 'X-SOUND:bell', 'END:VALARM']
      await edit(id, (text) => inSeries(text, [...kept, ...alarm]))
      return async () => {
        const lines = (await read(id)).replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
        return lines.filter((line) => /^(X-|ATTACH|ACTION|TRIGGER)/.test(line)).toSorted()
      }
    },
  }
}

/** Without its definition the server makes one up that it then refuses. */
const zone = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:STANDARD',
  'DTSTART:19701025T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:19700329T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]

const compact = (local: string): string => local.replace(/[-:]/g, '')

function getEvent(
  uid: string,
  { title, start, minutes, timeZone, rule }: PlainEvent,
  more: string[] = [],
): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20260101T000000Z',
    ...more,
    `SUMMARY:${title}`,
    `DTSTART;TZID=${timeZone}:${compact(start)}`,
    `DURATION:PT${minutes}M`,
    ...(rule === undefined ? [] : [`RRULE:${rule}`]),
    'END:VEVENT',
  ]
}

const writeFile = (uid: string, event: PlainEvent): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//other//EN',
    ...zone,
    ...getEvent(uid, event),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
