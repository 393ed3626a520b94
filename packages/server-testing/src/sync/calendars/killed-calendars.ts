/**
 * A process that visits a source of calendars for the convergence, and kills itself with SIGKILL at the statement it is
 * told. Tokens and time come from its parent. Its only argument is a `KilledCalendars` in JSON.
 */
import type { AccountId, CalendarSourceId, UserId } from '@plmail/wire'
import type { CalendarSource } from '../../../../server/src/accounts/index.ts'
import { createCalendars } from '../../../../server/src/calendar/index.ts'
import { createChanges } from '../../../../server/src/changes/index.ts'
import { createJobs, RetryAt } from '../../../../server/src/jobs/index.ts'
import { silentLog } from '../../../../server/src/kit/log.ts'
import { systemRandom } from '../../../../server/src/kit/random.ts'
import { reckoning } from '../../../../server/src/main/calendar-reckoning.ts'
import { format, needsFor } from '../../providers/caldav/test-caldav.ts'
import { createCalDavSession } from '../../../../server/src/providers/caldav/index.ts'
import type { CalDavAccess } from '../../../../server/src/providers/caldav/dav-client.ts'
import type { AccessTokens } from '../../../../server/src/providers/contract/grant.ts'
import type { CalendarSession } from '../../../../server/src/providers/contract/index.ts'
import type { GoogleEndpoints } from '../../../../server/src/providers/google/endpoints.ts'
import { createGoogleCalendarSession } from '../../../../server/src/providers/google/index.ts'
import type { MicrosoftEndpoints } from '../../../../server/src/providers/microsoft/endpoints.ts'
import { createMicrosoftCalendarSession } from '../../../../server/src/providers/microsoft/index.ts'
import { openDatabase } from '../../../../server/src/store/index.ts'
import { createListener } from '../../../../server/src/store/listen.ts'
import { createLocks } from '../../../../server/src/store/locks.ts'
import { createEventOutbox } from '../../../../server/src/sync/calendars/index.ts'
import { type Errand, visit } from '../../../../server/src/sync/calendars/visit-source.ts'
import { mortalDatabase } from './mortal-database.ts'

export interface KilledCalendars {
  provider:
    | { name: 'Google'; endpoints: GoogleEndpoints }
    | { name: 'Microsoft'; endpoints: MicrosoftEndpoints }
    | { name: 'Radicale'; access: CalDavAccess }
  connectionString: string
  source: Pick<CalendarSource, 'id' | 'kind'>
  user: UserId
  account: AccountId
}

/** What the process is sent: a visit at a time of its clock, to die after a number of statements, or a token. */
export type VisitRequest = { visit: Errand; at: number; dieAfter: number | undefined } | { token: string }
/** What the process reports: that it needs a token (and which was refused), or whether the visit came to its end. */
export type VisitReport = { refused: string | null } | { isFinished: boolean } | 'ready'

const { provider, connectionString, source, user, account } = JSON.parse(
  process.argv[2] ?? '',
) as KilledCalendars

const say = (report: VisitReport) => void process.send?.(report)
let resolveToken: (token: string) => void = () => {}
const tokens: AccessTokens = ({ refused } = {}) =>
  new Promise((resolve) => {
    resolveToken = resolve
    say({ refused: refused ?? null })
  })

let now = 0
const clock = { now: () => new Date(now) }
const mortal = mortalDatabase(
  openDatabase({ connectionString, prepare: true, maxConnections: 5 }, silentLog),
  () => {
    process.kill(process.pid, 'SIGKILL')
    throw new Error('It has been killed')
  },
)
const { database } = mortal
const { listen } = createListener({ connectionString, log: silentLog })
const parts = { database, clock, random: systemRandom, log: silentLog }
const changes = createChanges({ database, clock, listen })
const jobs = createJobs(parts)
const outbox = createEventOutbox({ jobs, random: systemRandom })
const session = opened()
const needs = {
  ...parts,
  changes,
  jobs,
  locks: createLocks(connectionString),
  calendars: createCalendars({
    database,
    changes,
    outbox,
    clock,
    getLocale: async () => 'en',
    ownAddresses: async () => new Set<string>(),
  }),
  sources: {
    get: async (id: CalendarSourceId) => ({ id, userId: user, accountId: account, kind: source.kind }),
    setCondition: async () => {},
  },
  open: async () => session,
}

function opened(): CalendarSession {
  switch (provider.name) {
    case 'Google': {
      const budget = { take: async () => {} }
      return createGoogleCalendarSession({
        endpoints: provider.endpoints,
        fetch,
        tokens,
        budget,
        clock,
        reckoning,
      })
    }
    case 'Microsoft':
      return createMicrosoftCalendarSession({ endpoints: provider.endpoints, fetch, tokens, clock })
    case 'Radicale': {
      const { access } = provider
      return createCalDavSession({ ...needsFor(access.address), access, format })
    }
  }
}

async function runVisit({
  visit: errand,
  at,
  dieAfter,
}: Extract<VisitRequest, { visit: Errand }>): Promise<boolean> {
  now = at
  if (dieAfter !== undefined) mortal.dieAfter(dieAfter)
  try {
    await visit(needs, source.id, errand, { signal: new AbortController().signal, attempt: 1 })
    return true
  } catch (error) {
    if (error instanceof RetryAt) return false
    throw error
  } finally {
    mortal.replace()
  }
}

process.on('message', (request: VisitRequest) => {
  if ('token' in request) resolveToken(request.token)
  else void runVisit(request).then((came) => say({ isFinished: came }))
})
say('ready')
