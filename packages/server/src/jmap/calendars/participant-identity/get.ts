import { createHash } from 'node:crypto'
import { type AccountId, accountWireId } from '@plmail/wire'
import {
  readCalendarAccount,
  readIds,
  readInt,
  invalid,
  onlyKnown,
  readStrings,
} from '../../engine/arguments.ts'
import type { CalendarNeeds } from '../calendar/get.ts'
import { pick } from '../../engine/get.ts'
import { limits } from '../../engine/limits.ts'
import { type Caller, type Method, MethodFailure } from '../../engine/method.ts'

type Needs = Pick<CalendarNeeds, 'listHolders'>

const properties = ['id', 'name', 'calendarAddress', 'isDefault']

/** ParticipantIdentity/get (JMAP Calendars §3.2): the addresses of the user's mail accounts, that of the account first. */
export function participantIdentityGet(needs: Needs): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const { id } = readCalendarAccount(args, caller)
      const ids = readIds(args, 'ids', limits.maxObjectsInGet)
      const selection = readStrings(args, 'properties')
      const unknown = selection?.find((name) => !properties.includes(name))
      if (unknown !== undefined)
        throw invalid('properties', `properties of the type, which ${unknown} is not`)
      const all = await loadIdentities(needs, caller, id)
      const list = ids === null ? all : all.filter((identity) => ids.includes(identity.id))
      const presentIds = new Set(all.map((identity) => identity.id))
      return {
        accountId: accountWireId.encode(id),
        state: getState(all),
        list: list.map((identity) => pick({ ...identity }, selection && new Set(['id', ...selection]))),
        notFound: (ids ?? []).filter((requestedId) => !presentIds.has(requestedId)),
      }
    },
  }
}

/** ParticipantIdentity/changes: the few there are have no history, a client that is behind reads them again. */
export function participantIdentityChanges(needs: Needs): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'sinceState', 'maxChanges'])
      const { id } = readCalendarAccount(args, caller)
      const since = args['sinceState']
      if (typeof since !== 'string') throw invalid('sinceState', 'a state string')
      readInt(args, 'maxChanges', limits.maxChanges, 1)
      const state = getState(await loadIdentities(needs, caller, id))
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
async function loadIdentities(
  { listHolders }: Needs,
  { userId }: Caller,
  accountId: AccountId,
): Promise<ParticipantIdentity[]> {
  const holders = (await listHolders(userId)).toSorted(
    (a, b) => Number(b.accountId === accountId) - Number(a.accountId === accountId),
  )
  return holders.map(({ accountId: of, name, address }, index) => ({
    id: `PI${String(of)}`,
    name,
    calendarAddress: `mailto:${address}`,
    isDefault: index === 0,
  }))
}

const getState = (all: readonly ParticipantIdentity[]): string =>
  createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 16)
