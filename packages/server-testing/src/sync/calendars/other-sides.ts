import { startRadicale } from '../../servers/radicale.ts'
import type { Fault } from '../../../../emulators/src/faults/faults.ts'
import { createWorld } from '../../../../emulators/src/world.ts'
import { reckoning } from '../../../../server/src/main/calendar-reckoning.ts'
import { format, needsFor, outbound } from '../../providers/caldav/test-caldav.ts'
import { createCalDavSession } from '../../../../server/src/providers/caldav/index.ts'
import {
  type AskServer,
  type CalendarSession,
  ProviderError,
} from '../../../../server/src/providers/contract/index.ts'
import { createGoogleCalendarSession } from '../../../../server/src/providers/google/calendar/session.ts'
import { googleForTests } from '../../providers/google/test-google.ts'
import { createMicrosoftCalendarSession } from '../../../../server/src/providers/microsoft/calendar/session.ts'
import { microsoftForTests } from '../../providers/microsoft/test-microsoft.ts'
import { Killed } from './test-calendars.ts'
import type { WayIn } from './killed-calendar-worker.ts'
import { ProviderForTests } from './test-provider.ts'

/** A server of one kind of provider, for many seeds of the convergence: each has a person of its own there. */
export interface ProviderServer extends AsyncDisposable {
  person(seed: number): Promise<OtherSide>
}

/** Where calendars are kept, for one run of the convergence. Runs in one place follow each other. */
export interface OtherSide {
  /** What sync is given; its network and its process are broken by `breakSomething`. */
  session: CalendarSession
  /** Another client of the same person, on a network that holds. */
  other: CalendarSession
  /** Two that may be written. */
  calendars: readonly [string, string]
  /** Arms one trouble and returns it in words. Each chance in it is a share of what the chances before it left. */
  breakSomething(random: () => number): string
  calm(): void
  /** Titles of everything there is, by the provider's own word; undefined where only a session tells. */
  titles: (() => string[]) | undefined
  /** What was said on the wire since the run began and the published documents do not know. */
  problems(): readonly string[]
  /** How a process of its own gets in; undefined where there is no wire. */
  wayIn: WayIn | undefined
}

/**
 * The sides by name. A provider in memory pulls an event `whole`, with its overrides inside, as CalDAV does, or `apart`, with
 * each changed occurrence as an item of its own, as Google and Microsoft do.
 */
export type SideName = 'memory, whole' | 'memory, apart' | 'Google' | 'Microsoft' | 'Radicale'

export const openServer: Readonly<Record<SideName, () => Promise<ProviderServer>>> = {
  'memory, whole': async () => memory('whole'),
  'memory, apart': async () => memory('apart'),
  Google: google,
  Microsoft: microsoft,
  Radicale: radicale,
}

/** The calendar that everybody has stays out of it. */
const listing = (session: CalendarSession, ids: readonly string[]): CalendarSession => ({
  ...session,
  calendars: async () => (await session.calendars()).filter(({ id }) => ids.includes(id)),
})

/** Names of people: a seed always gets the same name, but for its second try. */
function names(): (seed: number) => string {
  const tries = new Map<number, number>()
  return (seed) => {
    const count = (tries.get(seed) ?? 0) + 1
    tries.set(seed, count)
    return count === 1 ? `seed${seed}` : `seed${seed}-${count}`
  }
}

function memory(pullsAs: 'whole' | 'apart'): ProviderServer {
  const person = async (): Promise<OtherSide> => {
    const provider = new ProviderForTests({ tells: pullsAs, mayMove: pullsAs === 'apart' })
    for (const name of ['Work', 'Home']) provider.addCalendar(name)
    const session = provider.session()
    const trouble = createTrouble()
    return {
      session: trouble.over(session),
      other: session,
      calendars: ['Work', 'Home'],
      wayIn: undefined,
      breakSomething: (random) => {
        if (random() < 0.8) return trouble.arm(random)
        provider.loseCursors()
        return 'cursors are lost'
      },
      calm: trouble.calm,
      titles: () =>
        [...provider.calendars.values()].flatMap((calendar) =>
          [...calendar.events.values()].map(({ event }) => String(event['title'])),
        ),
      problems: () => [],
    }
  }
  return { person, [Symbol.asyncDispose]: async () => {} }
}

async function google(): Promise<ProviderServer> {
  const emulated = await googleForTests('convergence')
  const { faults, requests, clock } = emulated.world
  const getName = names()
  const person = async (seed: number): Promise<OtherSide> => {
    const email = `${getName(seed)}@example.test`
    emulated.google.addAccount(email, { calendarRequestsPerMinute: Infinity })
    const calendars = emulated.google.calendars(email)
    // Most answers have further pages, some of them empty.
    calendars.account.maxPageSize = 2
    const ids = ['Work', 'Home'].map((summary) => calendars.account.addCalendar({ summary }).id)
    const needs = await emulated.needs(email)
    const session = listing(createGoogleCalendarSession({ ...needs, clock, reckoning }), ids)
    const trouble = createTrouble()
    requests.clear()
    return {
      session: trouble.over(session),
      other: session,
      calendars: [ids[0]!, ids[1]!],
      breakSomething: (random) => {
        if (random() < 0.4) return trouble.arm(random)
        if (random() < 0.2) return String(calendars.act({ kind: 'forget-tokens' }) ?? 'tokens are forgotten')
        if (random() < 0.2) return armPull(faults, random, 'calendar.events.list')
        return armOne(faults, random, ['calendar.events.*', 'calendar.events.list'])
      },
      calm: () => {
        trouble.calm()
        faults.clear()
      },
      titles: () =>
        calendars
          .truth()
          .events.filter(
            ({ event }) => event['recurringEventId'] === undefined && event['status'] !== 'cancelled',
          )
          .map(({ event }) => String(event['summary'])),
      problems: requests.problems,
      wayIn: { name: 'Google', endpoints: emulated.endpoints, tokens: needs.tokens },
    }
  }
  return { person, [Symbol.asyncDispose]: () => emulated[Symbol.asyncDispose]() }
}

async function microsoft(): Promise<ProviderServer> {
  const world = createWorld('convergence')
  const emulated = await microsoftForTests('convergence', world, world.clock)
  const { faults, requests } = world
  const getName = names()
  const person = async (seed: number): Promise<OtherSide> => {
    const mailbox = emulated.microsoft.addAccount(`${getName(seed)}@contoso.test`, {
      latencyMs: 0,
      deltaNoise: 0.3,
    })
    const ids = ['Work', 'Home'].map((name) => mailbox.calendars.add({ name }))
    const needs = await emulated.needs(mailbox.email)
    const session = listing(createMicrosoftCalendarSession(needs), ids)
    const trouble = createTrouble()
    requests.clear()
    return {
      session: trouble.over(session),
      other: session,
      calendars: [ids[0]!, ids[1]!],
      breakSomething: (random) => {
        if (random() < 0.4) return trouble.arm(random)
        if (random() < 0.2) {
          faults.arm({ operation: 'graph.calendarView.delta', times: 1, fault: { kind: 'cursor-gone' } })
          return 'the delta link is gone'
        }
        if (random() < 0.2) return armPull(faults, random, 'graph.calendarView.delta')
        return armOne(faults, random, ['graph.events.*', 'graph.calendarView.delta'])
      },
      calm: () => {
        trouble.calm()
        faults.clear()
      },
      titles: () => mailbox.calendars.truth().events.map(({ facts }) => String(facts['subject'])),
      problems: requests.problems,
      wayIn: { name: 'Microsoft', endpoints: emulated.endpoints, tokens: needs.tokens },
    }
  }
  return { person, [Symbol.asyncDispose]: () => emulated[Symbol.asyncDispose]() }
}

async function radicale(): Promise<ProviderServer> {
  const server = await startRadicale()
  const getName = names()
  const person = async (seed: number): Promise<OtherSide> => {
    const username = getName(seed)
    server.addUser(username, 'secret')
    const calendars = [
      await server.addCalendar(username, 'Work'),
      await server.addCalendar(username, 'Home'),
    ] as const
    const access = { address: `${server.address}/${username}/`, username, password: 'secret' }
    const sessionOver = (ask: AskServer) =>
      createCalDavSession({ ...needsFor(access.address, access.password, ask), access, format })
    const losing = { next: false }
    const ask: AskServer = async (asked) => {
      const answer = await outbound(asked)
      const isLost = losing.next && ['PUT', 'DELETE', 'MOVE'].includes(asked.method)
      if (isLost) losing.next = false
      return isLost ? { ok: false, why: 'unreachable' } : answer
    }
    const trouble = createTrouble()
    return {
      session: trouble.over(sessionOver(ask)),
      other: sessionOver(outbound),
      calendars,
      breakSomething: (random) => {
        if (random() < 0.5) return trouble.arm(random)
        if (random() < 0.3) {
          server.forgetTokens()
          return 'tokens are forgotten'
        }
        losing.next = true
        return 'the next answer is lost'
      },
      calm: () => {
        trouble.calm()
        losing.next = false
      },
      titles: undefined,
      problems: () => [],
      wayIn: { name: 'Radicale', access },
    }
  }
  return { person, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

type Arming = { arm(one: { operation: string; times: number; fault: Fault }): void }

/** What a telling of changes does without failing: a page comes twice, or what happened just now is not in it yet. */
function armPull(faults: Arming, random: () => number, operation: string): string {
  const kinds: Fault[] = [{ kind: 'page-repeated' }, { kind: 'lag', ms: 3_600_000 }]
  const fault = kinds[Math.floor(random() * kinds.length)] ?? kinds[0]!
  faults.arm({ operation, times: 1, fault })
  return `${JSON.stringify(fault)} at ${operation}`
}

function armOne(faults: Arming, random: () => number, operations: readonly string[]): string {
  const operation = operations[Math.floor(random() * operations.length)] ?? '*'
  const kinds: Fault[] = [
    { kind: 'reset', when: 'before' },
    { kind: 'reset', when: 'after' },
    { kind: 'html' },
    { kind: 'truncate' },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
  ]
  const fault = kinds[Math.floor(random() * kinds.length)] ?? kinds[0]!
  faults.arm({ operation, times: 1, fault })
  return `${JSON.stringify(fault)} at ${operation}`
}

/** A network that fails, and a process that is killed, before or after the provider has done what it was asked. */
function createTrouble() {
  let armed: { in: number; when: 'before' | 'after'; error: Error } | undefined
  const failWhenDue = (when: 'before' | 'after') => {
    if (!armed || armed.when !== when || armed.in-- > 0) return
    const { error } = armed
    armed = undefined
    throw error
  }
  const around =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      failWhenDue('before')
      const answer = await work(...args)
      failWhenDue('after')
      return answer
    }
  return {
    over: (session: CalendarSession): CalendarSession => {
      const { write } = session
      return {
        ...session,
        calendars: around(() => session.calendars()),
        pull: async function* (calendar, cursor) {
          failWhenDue('before')
          for await (const page of session.pull(calendar, cursor)) {
            yield page
            failWhenDue('after')
          }
        },
        write: write && {
          create: around((calendar, event, options) => write.create(calendar, event, options)),
          isMadeWith: write.isMadeWith,
          update: around((calendar, known, event, options) => write.update(calendar, known, event, options)),
          destroy: around((calendar, known, options) => write.destroy(calendar, known, options)),
          move: write.move && around(write.move),
          answer: write.answer,
        },
      }
    },
    arm: (random: () => number): string => {
      const when = random() < 0.5 ? ('before' as const) : ('after' as const)
      const isKill = random() < 0.5
      const error = isKill ? new Killed() : new ProviderError('unreachable', 'Cut off')
      armed = { in: Math.floor(random() * 4), when, error }
      return `${isKill ? 'kills the process' : 'cuts the network'} ${when} call ${armed.in + 1}`
    },
    calm: () => {
      armed = undefined
    },
  }
}
