import type { Fault, Faults } from '../../../emulators/src/faults/faults.ts'
import type { Exchange } from '../../../emulators/src/http/requests.ts'
import type { EmulatedMailbox, Truth } from '../../../emulators/src/mailbox.ts'
import type { World } from '../../../emulators/src/world.ts'
import type { Clock } from '../../../server/src/kit/clock.ts'
import type { AccessTokens } from '../../../server/src/providers/contract/grant.ts'
import type { AccountSession, Budget } from '../../../server/src/providers/contract/index.ts'
import { googleForTests } from '../providers/google/test-google.ts'
import { createGoogleSession } from '../../../server/src/providers/google/index.ts'
import { createMicrosoftSession } from '../../../server/src/providers/microsoft/index.ts'
import { microsoftForTests } from '../providers/microsoft/test-microsoft.ts'
import type { KilledSync } from './killed-sync.ts'
import { type KilledWorker, startKilledWorker } from './killed-sync-worker.ts'
import { type RoomsForTests, roomsForTests } from './test-sync-rooms.ts'

/** One account at an emulated provider. */
export interface EmulatedForTests extends Omit<RoomsForTests, 'another'> {
  provider: ProviderName
  mailbox: EmulatedMailbox
  faults: Faults
  /** What the schema gate found on the wire. */
  problems(): readonly string[]
  /** The exchanges over the wire, oldest first. */
  requests(): readonly Exchange[]
  session: AccountSession
  /** Operations that faults are armed for. */
  operations: { alone: readonly string[]; inBatch: readonly string[] }
  /** Passing trouble in the provider's own words. */
  refusals: readonly Fault[]
  expireAccess(): void
  /** The process that works instead of this one, where one was asked for. */
  worker: KilledWorker | undefined
  /** Where a message of the truth is seen, by role or path. */
  getPlaces(message: Truth['messages'][number]): string[]
  /** The next account at the same provider, which takes the place of this one in the same rooms. */
  another(): Promise<EmulatedForTests>
}

export type ProviderName = 'Google' | 'Microsoft'

export const providers: readonly ProviderName[] = ['Google', 'Microsoft']

/** `program`: of a worker that does what is due, and can be killed; without it this process does, by `clock`. */
export async function emulatedForTests(
  provider: ProviderName,
  seed = 'sync',
  program?: string,
  clock?: Clock,
): Promise<EmulatedForTests> {
  const emulated = await openers[provider](seed)
  const first = await emulated.open('ann')
  const rooms = await roomsForTests(async () => first.session, undefined, {
    isUsable: program === undefined,
    address: first.mailbox.email,
    ...(clock ? { clock } : {}),
  })
  const worker = await workerFor(rooms, program, emulated.where, first)
  const close = async () => {
    await worker?.[Symbol.asyncDispose]()
    await rooms[Symbol.asyncDispose]()
    await emulated.close()
  }
  const createRig = (
    { mailbox, session, expireAccess }: Opened,
    its: RoomsForTests,
    count: number,
  ): EmulatedForTests => ({
    ...its,
    provider,
    mailbox,
    session,
    worker,
    expireAccess,
    faults: emulated.world.faults,
    problems: () => emulated.world.requests.problems(),
    requests: () => emulated.world.requests.all(),
    ...providerFacts[provider],
    another: async () => {
      emulated.world.requests.clear()
      const next = await emulated.open(`ann${count + 1}`)
      return createRig(next, await rooms.another(async () => next.session, next.mailbox.email), count + 1)
    },
    [Symbol.asyncDispose]: close,
  })
  return createRig(first, rooms, 1)
}

/** A mailbox, signed in to. */
interface Opened extends Pick<EmulatedForTests, 'mailbox' | 'session' | 'expireAccess'> {
  needs: { tokens: AccessTokens; budget?: Budget }
}

interface Opener {
  world: World
  where: KilledSync['provider']
  open(name: string): Promise<Opened>
  close(): PromiseLike<void>
}

const openers: Record<ProviderName, (seed: string) => Promise<Opener>> = {
  Google: async (seed) => {
    const { google, world, endpoints, needs, ...emulated } = await googleForTests(seed)
    return {
      world,
      where: { name: 'Google', endpoints },
      open: async (name) => {
        const mailbox = google.addAccount(`${name}@example.test`, { name: 'Ann' })
        const its = await needs(mailbox.email)
        const expireAccess = () => google.grants.expireAccess(mailbox.email)
        return { mailbox, expireAccess, needs: its, session: createGoogleSession(its) }
      },
      close: () => emulated[Symbol.asyncDispose](),
    }
  },
  Microsoft: async (seed) => {
    const { microsoft, world, endpoints, needs, ...emulated } = await microsoftForTests(seed)
    return {
      world,
      where: { name: 'Microsoft', endpoints },
      open: async (name) => {
        const mailbox = microsoft.addAccount(`${name}@contoso.test`)
        const its = await needs(mailbox.email)
        const expireAccess = () => microsoft.grants.expireAccess(mailbox.email)
        return { mailbox, expireAccess, needs: its, session: createMicrosoftSession(its) }
      },
      close: () => emulated[Symbol.asyncDispose](),
    }
  },
}

/** What is true of every mailbox of a provider. */
const providerFacts: Record<ProviderName, Pick<EmulatedForTests, 'operations' | 'refusals' | 'getPlaces'>> = {
  Google: {
    operations: {
      alone: [
        'gmail.users.history.list',
        'gmail.users.messages.list',
        'gmail.users.messages.batchModify',
        'gmail.users.messages.batchDelete',
        'gmail.users.messages.insert',
        'gmail.users.drafts.create',
        'gmail.users.labels.list',
        'google.token',
      ],
      inBatch: ['gmail.users.messages.get', 'gmail.users.messages.modify'],
    },
    refusals: [gmailRefusal(503, 'backendError'), gmailRefusal(403, 'userRateLimitExceeded')],
    getPlaces: gmailPlaces,
  },
  Microsoft: {
    operations: {
      alone: [
        'graph.messages.delta',
        'graph.messages.value',
        'graph.messages.create',
        'graph.mailFolders.list',
        'graph.masterCategories.list',
        'graph.batch',
        'microsoft.token',
      ],
      inBatch: ['graph.messages.update', 'graph.messages.move', 'graph.messages.get'],
    },
    refusals: [graphRefusal(503, 'serviceNotAvailable'), graphRefusal(429, 'TooManyRequests')],
    // Categories are mailboxes beside the folder.
    getPlaces: ({ places, keywords }) => [
      ...places,
      ...keywords.filter((keyword) => !keyword.startsWith('$')),
    ],
  },
}

/** Trouble of every request that lasts, in the provider's own words, and the condition that it is told as. */
export const lastingTrouble: Record<ProviderName, ReadonlyArray<readonly [condition: string, Fault]>> = {
  Google: [
    ['throttled', gmailRefusal(429, 'rateLimitExceeded', { 'retry-after': '3600' })],
    ['denied', gmailRefusal(400, 'failedPrecondition')], // mail is switched off for this person
  ],
  Microsoft: [
    ['throttled', graphRefusal(429, 'TooManyRequests', '3600')],
    ['denied', graphRefusal(404, 'MailboxNotEnabledForRESTAPI')],
  ],
}

async function workerFor(
  { db, folder, user, account }: RoomsForTests,
  program: string | undefined,
  provider: KilledSync['provider'],
  { mailbox, needs: { tokens, budget } }: Opened,
): Promise<KilledWorker | undefined> {
  if (program === undefined) return undefined
  const { connectionString } = db
  const passes = async (cost: number) => budget?.take(cost)
  return startKilledWorker(
    program,
    { provider, connectionString, folder, user, account, address: mailbox.email },
    { tokens, passes },
  )
}

/** Trash and spam hide labels; what is in no mailbox is archived. */
function gmailPlaces({ places }: Truth['messages'][number]): string[] {
  const hidden = ['trash', 'junk'].find((role) => places.includes(role))
  if (hidden !== undefined) return [hidden]
  const mailboxes = places.filter((place) => !/^(important|category_)/i.test(place))
  return mailboxes.length > 0 ? mailboxes : ['archive']
}

function gmailRefusal(code: number, reason: string, headers: Record<string, string> = {}): Fault {
  const message = 'Not now'
  const errors = [{ domain: code === 403 ? 'usageLimits' : 'global', reason, message }]
  return { kind: 'status', status: code, headers, body: { error: { code, message, errors } } }
}

/** `retryAfter` in seconds, waited out for real when it is short. */
function graphRefusal(status: number, code: string, retryAfter = '0'): Fault {
  const innerError = {
    date: '2026-11-21T09:00:00',
    'request-id': '00000000-0000-4000-8000-000000000001',
    'client-request-id': '00000000-0000-4000-8000-000000000002',
  }
  const body = { error: { code, message: 'Not now', innerError } }
  return { kind: 'status', status, headers: { 'retry-after': retryAfter }, body }
}
