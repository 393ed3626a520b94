import {
  editCalendar,
  type EventObject,
  readBusy,
  readCalendar,
  writeCalendar,
} from '@plmail/calendar-format'
import { type AccountId, ProviderName } from '@plmail/wire'
import type { Accounts, CalendarProbes } from '../accounts/index.ts'
import type { Owner } from '../egress/network/index.ts'
import type { Clock } from '../kit/clock.ts'
import { type CalDavNeeds, createCalDavSession, findCalendars } from '../providers/caldav/index.ts'
import {
  type AskServer,
  type CalendarFormat,
  type JsonObject,
  ProviderError,
} from '../providers/contract/index.ts'
import { createFeedSession, feedAddress, checkFeed } from '../providers/feeds/index.ts'
import { createGoogleCalendarSession } from '../providers/google/index.ts'
import { createMicrosoftCalendarSession } from '../providers/microsoft/index.ts'
import { registrableDomain } from '../safety/index.ts'
import { CannotDecrypt } from '../store/index.ts'
import type { OpenCalendars } from '../sync/calendars/index.ts'
import { reckoning } from './calendar-reckoning.ts'
import { microsoftEndpointsInForce, createTokens } from './provider-sign-in.ts'
import type { ProviderSessionNeeds } from './provider-sessions.ts'
import type { OutboundConnections } from './outbound-connections.ts'

export interface CalendarSessionNeeds extends Omit<ProviderSessionNeeds, 'accounts' | 'ways'> {
  accounts: Pick<Accounts, 'grants' | 'calendarSources'> & {
    providers: Pick<Accounts['providers'], 'inForce'>
  }
  ways: Pick<OutboundConnections, 'servers' | 'feeds' | 'fetch'>
}

/** Opens sessions to calendar sources with what the accounts room keeps; each kind has its own way in. */
export function createCalendarSessions(needs: CalendarSessionNeeds): OpenCalendars {
  const { accounts, ways, clock } = needs
  const format = formatAt(clock)
  return async (id) => {
    const access = await accounts.calendarSources.access(id).catch(translateUnreadable)
    if (!access) throw new ProviderError('gone', 'The source of these calendars has been removed')
    const owner = (await accounts.calendarSources.getOwner(id)) ?? 'installation'
    switch (access.kind) {
      case ProviderName.google:
        return googleCalendars(needs, access.accountId, owner)
      case ProviderName.microsoft:
        return createMicrosoftCalendarSession({
          endpoints: await microsoftEndpointsInForce(accounts, needs.endpoints),
          fetch: ways.fetch('provider-api', owner),
          clock,
          tokens: createTokens(accounts, access.accountId),
        })
      case 'caldav':
        return createCalDavSession({ ...caldav(needs, owner), access, format })
      case 'feed':
        return createFeedSession({ ask: (request) => ways.feeds(request, owner), clock, format, access })
    }
  }
}

/** A password sealed with another key: whoever the calendars belong to can enter it again. */
function translateUnreadable(error: unknown): never {
  if (!(error instanceof CannotDecrypt)) throw error
  throw new ProviderError('wrong-credentials', 'The stored password or address cannot be read', {
    cause: error,
  })
}

/** The Calendar API counts requests where the Gmail API counts units, and by far not as tightly: it says when to wait. */
const googleCalendars = (needs: CalendarSessionNeeds, accountId: AccountId, owner: Owner) =>
  createGoogleCalendarSession({
    endpoints: needs.endpoints.google,
    fetch: needs.ways.fetch('provider-api', owner),
    clock: needs.clock,
    reckoning,
    tokens: createTokens(needs.accounts, accountId),
    budget: { take: async () => {} },
  })

/** Calendar files as the calendar room reads and writes them. */
const formatAt = (clock: Clock): CalendarFormat => ({
  read: (text) => {
    const read = readCalendar(text)
    return read && { name: read.name, events: read.events.map(({ event }) => asJson(event)) }
  },
  write: (event) => writeCalendar({ events: [event as EventObject], at: clock.now() }),
  edit: (raw, before, after) =>
    editCalendar({ raw, before: before as EventObject, after: after as EventObject, at: clock.now() }),
  busy: readBusy,
})

const asJson = (event: EventObject): JsonObject => event as JsonObject

const caldav = (
  {
    ways,
    clock,
    random,
  }: Pick<CalendarSessionNeeds, 'clock' | 'random'> & { ways: Pick<OutboundConnections, 'servers'> },
  owner: Owner,
): Omit<CalDavNeeds, 'access' | 'format'> => ({
  ask: (request) => ways.servers(request, owner),
  clock,
  random,
  isSameSite: (host, otherHost) => {
    const domain = registrableDomain(host)
    return domain !== undefined && domain === registrableDomain(otherHost)
  },
})

interface CalendarProbeNeeds extends Pick<CalendarSessionNeeds, 'clock' | 'random'> {
  ways: Pick<OutboundConnections, 'servers' | 'feeds' | 'records'>
}

/** Trying a source before it is saved. */
export function calendarProbesOver(needs: CalendarProbeNeeds): CalendarProbes {
  const { ways, clock } = needs
  return {
    caldav: (form, owner) =>
      reportHealth(async () => {
        const { address } = await findCalendars({
          ...caldav(needs, owner),
          records: ways.records('caldav', owner),
          access: form,
        })
        return { address, name: undefined }
      }),
    feed: (text, owner) =>
      reportHealth(async () => {
        const address = feedAddress(text)
        const ask: AskServer = (request) => ways.feeds(request, owner)
        return { address, name: (await checkFeed({ ask, clock }, address)).name }
      }),
  }
}

async function reportHealth(
  work: () => Promise<{ address: string; name: string | undefined }>,
): ReturnType<CalendarProbes['feed']> {
  try {
    return { ok: true, ...(await work()) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { kind, message, detail, problem } = error
    return { ok: false, fault: { kind, message, detail, problem } }
  }
}
