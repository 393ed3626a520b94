import type { Fault, Faults } from '../../../emulators/src/faults/faults.ts'
import type { EmulatedMailbox, Truth } from '../../../emulators/src/mailbox.ts'
import type { AccessTokens } from '../providers/contract/grant.ts'
import type { AccountSession, Budget } from '../providers/contract/index.ts'
import { googleForTests } from '../providers/google/google-for-tests.ts'
import { createGoogleSession } from '../providers/google/index.ts'
import { createMicrosoftSession } from '../providers/microsoft/index.ts'
import { microsoftForTests } from '../providers/microsoft/microsoft-for-tests.ts'
import type { KilledSync } from './killed-sync.ts'
import { type KilledWorker, startKilledWorker } from './killed-sync-for-tests.ts'
import { type RoomsForTests, roomsForTests } from './rooms-for-tests.ts'

/** One account at an emulated provider. */
export interface EmulatedForTests extends RoomsForTests {
  mailbox: EmulatedMailbox
  faults: Faults
  /** What the schema gate found on the wire. */
  problems(): readonly string[]
  session: AccountSession
  /** Operations that faults are armed for. */
  operations: { alone: readonly string[]; inBatch: readonly string[] }
  /** Passing trouble in the provider's own words. */
  refusals: readonly Fault[]
  expireAccess(): void
  /** The process that works instead of this one, where one was asked for. */
  worker: KilledWorker | undefined
  /** Where a message of the truth is seen, by role or path. */
  placesOf(message: Truth['messages'][number]): string[]
}

export type ProviderName = 'Google' | 'Microsoft'

export const providers: readonly ProviderName[] = ['Google', 'Microsoft']

/** `program`: of a worker that does what is due, and can be killed; without it this process does. */
export async function emulatedForTests(
  provider: ProviderName,
  seed = 'sync',
  program?: string,
): Promise<EmulatedForTests> {
  return openers[provider](seed, program)
}

const openers: Record<ProviderName, (seed: string, program?: string) => Promise<EmulatedForTests>> = {
  Google: async (seed, program) => {
    const emulated = await googleForTests(seed)
    const mailbox = emulated.google.addAccount('ann@example.test', { name: 'Ann' })
    const needs = await emulated.needs(mailbox.email)
    const session = createGoogleSession(needs)
    const rooms = await roomsForTests(async () => session, undefined, { worksHere: program === undefined })
    const { endpoints } = emulated
    const worker = await workerFor(rooms, program, { name: 'Google', endpoints }, needs)
    return {
      ...rooms,
      ...{ mailbox, session, worker },
      faults: emulated.world.faults,
      problems: () => emulated.world.requests.problems(),
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
      expireAccess: () => emulated.google.grants.expireAccess(mailbox.email),
      placesOf: gmailPlaces,
      [Symbol.asyncDispose]: async () => {
        await worker?.[Symbol.asyncDispose]()
        await rooms[Symbol.asyncDispose]()
        await emulated[Symbol.asyncDispose]()
      },
    }
  },
  Microsoft: async (seed, program) => {
    const emulated = await microsoftForTests(seed)
    const mailbox = emulated.microsoft.addAccount('ann@contoso.test')
    const needs = await emulated.needs(mailbox.email)
    const session = createMicrosoftSession(needs)
    const rooms = await roomsForTests(async () => session, undefined, { worksHere: program === undefined })
    const { endpoints } = emulated
    const worker = await workerFor(rooms, program, { name: 'Microsoft', endpoints }, needs)
    return {
      ...rooms,
      ...{ mailbox, session, worker },
      faults: emulated.world.faults,
      problems: () => emulated.world.requests.problems(),
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
      expireAccess: () => emulated.microsoft.grants.expireAccess(mailbox.email),
      // Categories are mailboxes beside the folder.
      placesOf: ({ places, keywords }) => [...places, ...keywords.filter((one) => !one.startsWith('$'))],
      [Symbol.asyncDispose]: async () => {
        await worker?.[Symbol.asyncDispose]()
        await rooms[Symbol.asyncDispose]()
        await emulated[Symbol.asyncDispose]()
      },
    }
  },
}

async function workerFor(
  { db, folder, user, account }: RoomsForTests,
  program: string | undefined,
  provider: KilledSync['provider'],
  { tokens, budget }: { tokens: AccessTokens; budget?: Budget },
): Promise<KilledWorker | undefined> {
  if (program === undefined) return undefined
  const { connectionString } = db
  const passes = async (cost: number) => budget?.take(cost)
  return startKilledWorker(program, { provider, connectionString, folder, user, account }, { tokens, passes })
}

/** Trash and spam hide labels; what is in no mailbox is archived. */
export function gmailPlaces({ places }: Truth['messages'][number]): string[] {
  const hidden = ['trash', 'junk'].find((role) => places.includes(role))
  if (hidden !== undefined) return [hidden]
  const mailboxes = places.filter((place) => !/^(important|category_)/i.test(place))
  return mailboxes.length > 0 ? mailboxes : ['archive']
}

function gmailRefusal(code: number, reason: string): Fault {
  const message = 'Not now'
  const errors = [{ domain: code === 403 ? 'usageLimits' : 'global', reason, message }]
  return { kind: 'status', status: code, body: { error: { code, message, errors } } }
}

function graphRefusal(status: number, code: string): Fault {
  const innerError = {
    date: '2026-11-21T09:00:00',
    'request-id': '00000000-0000-4000-8000-000000000001',
    'client-request-id': '00000000-0000-4000-8000-000000000002',
  }
  const body = { error: { code, message: 'Not now', innerError } }
  return { kind: 'status', status, headers: { 'retry-after': '1' }, body }
}
