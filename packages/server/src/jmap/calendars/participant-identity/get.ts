import { createHash } from 'node:crypto'
import { type AccountId, accountWireId, capability } from '@plmail/wire'
import { calendarAccountOf, idsOf, intOf, invalid, onlyKnown, stringsOf } from '../../engine/arguments.ts'
import type { CalendarNeeds } from '../calendar/get.ts'
import { pick } from '../../engine/get.ts'
import { limits } from '../../engine/limits.ts'
import { type Caller, type Method, MethodFailure } from '../../engine/method.ts'

type Needs = Pick<CalendarNeeds, 'holdersOf'>

const properties = ['id', 'name', 'calendarAddress', 'isDefault']

/** ParticipantIdentity/get (JMAP Calendars §3.2): the addresses of the user's mail accounts, that of the account first. */
export function participantIdentityGet(needs: Needs): Method {
  return {
    capability: capability.calendars,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const { id } = calendarAccountOf(args, caller)
      const ids = idsOf(args, 'ids', limits.maxObjectsInGet)
      const selection = stringsOf(args, 'properties')
      const unknown = selection?.find((name) => !properties.includes(name))
      if (unknown !== undefined)
        throw invalid('properties', `properties of the type, which ${unknown} is not`)
      const all = await identitiesOf(needs, caller, id)
      const list = ids === null ? all : all.filter((identity) => ids.includes(identity.id))
      const presentIds = new Set(all.map((identity) => identity.id))
      return {
        accountId: accountWireId.encode(id),
        state: stateOf(all),
        list: list.map((identity) => pick({ ...identity }, selection && new Set(['id', ...selection]))),
        notFound: (ids ?? []).filter((requestedId) => !presentIds.has(requestedId)),
      }
    },
  }
}

/** ParticipantIdentity/changes: the few there are have no history, a client that is behind reads them again. */
export function participantIdentityChanges(needs: Needs): Method {
  return {
    capability: capability.calendars,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'sinceState', 'maxChanges'])
      const { id } = calendarAccountOf(args, caller)
      const since = args['sinceState']
      if (typeof since !== 'string') throw invalid('sinceState', 'a state string')
      intOf(args, 'maxChanges', limits.maxChanges, 1)
      const state = stateOf(await identitiesOf(needs, caller, id))
      if (since !== state) throw new MethodFailure('cannotCalculateChanges')
      return {
        accountId: accountWireId.encode(id),
        oldState: state,
        newState: state,
        hasMoreChanges: false,
        created: [],
        updated: [],
        destroyed: [],
      }
    },
  }
}

interface ParticipantIdentity {
  id: string
  name: string
  calendarAddress: string
  isDefault: boolean
}

/** Somebody is invited by any of their addresses, so every account with calendars has them all. */
async function identitiesOf(
  { holdersOf }: Needs,
  { userId }: Caller,
  accountId: AccountId,
): Promise<ParticipantIdentity[]> {
  const holders = (await holdersOf(userId)).toSorted(
    (a, b) => Number(b.accountId === accountId) - Number(a.accountId === accountId),
  )
  return holders.map(({ accountId: of, name, address }, index) => ({
    id: `PI${String(of)}`,
    name,
    calendarAddress: `mailto:${address}`,
    isDefault: index === 0,
  }))
}

const stateOf = (all: readonly ParticipantIdentity[]): string =>
  createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 16)
