import { editCalendar, readBusy, readCalendar, writeCalendar } from '@plmail/calendar-format'
import { type Radicale, startRadicale } from '../../servers/radicale.ts'
import { fixedClock } from '../../../../server/src/kit/clock.ts'
import { systemRandom } from '../../../../server/src/kit/random.ts'
import { createOutboundRequest } from '../../../../server/src/safety/index.ts'
import type { AskServer, CalendarFormat } from '../../../../server/src/providers/contract/index.ts'
import {
  type CalDavNeeds,
  createCalDavSession,
  type ServiceRecords,
} from '../../../../server/src/providers/caldav/index.ts'
import { network } from '../../egress/test-network.ts'

const now = new Date('2026-11-22T08:00:00Z')

/** The calendar format that the program hands to its CalDAV sessions, at a fixed time. */
export const format: CalendarFormat = {
  read: (text) => {
    const read = readCalendar(text)
    return read && { name: read.name, events: read.events.map(({ event }) => event) }
  },
  write: (event) => writeCalendar({ events: [event], at: now }),
  edit: (raw, before, after) => editCalendar({ raw, before, after, at: now }),
  busy: readBusy,
}

const send = createOutboundRequest({
  network,
  reason: 'caldav',
  allowHttp: true,
  allowedHosts: ['127.0.0.1'],
})
export const outbound: AskServer = (asked) => send(asked, 'installation')

/** Names that announce nothing. */
const silentRecords: ServiceRecords = { resolveSrv: async () => [], resolveTxt: async () => [] }

export function needsFor(
  address: string,
  password = 'secret',
  ask: AskServer = outbound,
): CalDavNeeds & { records: ServiceRecords } {
  return {
    ask,
    format,
    clock: fixedClock(now),
    random: systemRandom,
    records: silentRecords,
    isSameSite: (a, b) => a === b,
    access: { address, username: 'anna', password },
  }
}

export interface TestCalDav extends AsyncDisposable {
  radicale: Radicale
  /** Two empty calendars of anna's. */
  calendar: string
  second: string
  session(ask?: AskServer): ReturnType<typeof createCalDavSession>
}

export async function testCalDav(): Promise<TestCalDav> {
  const radicale = await startRadicale()
  radicale.addUser('anna', 'secret')
  const home = `${radicale.address}/anna/`
  return {
    radicale,
    calendar: await radicale.addCalendar('anna', 'Work'),
    second: await radicale.addCalendar('anna', 'Home'),
    session: (ask) => createCalDavSession(needsFor(home, 'secret', ask)),
    [Symbol.asyncDispose]: () => radicale[Symbol.asyncDispose](),
  }
}
