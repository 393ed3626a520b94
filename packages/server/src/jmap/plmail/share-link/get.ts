import { calendarWireId, shareLinkWireId } from '@plmail/wire'
import type { ShareLink, ShareLinks } from '../../../calendar/index.ts'
import type { Changes } from '../../../changes/index.ts'
import { type AccountChoice, onlyKnown } from '../../engine/arguments.ts'
import { answerGet, readRequest, pick } from '../../engine/get.ts'
import { writeUtcDate } from '../../engine/utc-date.ts'
import type { Method } from '../../engine/method.ts'
import { addressAnswer, noSuch, oneOf } from '../../engine/single-object.ts'

export interface ShareLinkNeeds {
  shares: ShareLinks
  choose: AccountChoice
}

const properties = [
  'id',
  'name',
  'calendarIds',
  'details',
  'window',
  'expiresOn',
  'isRevoked',
  'viewedAt',
  'createdAt',
]

/** ShareLink/get. */
export function shareLinkGet({ shares, changes, choose }: ShareLinkNeeds & { changes: Changes }): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = readRequest(args, caller, shareLinkWireId, properties, choose)
      return answerGet(changes, request, shareLinkWireId, async () => {
        const all = await shares.list(request.account.id)
        const listed = request.ids === null ? all : all.filter(({ id }) => request.ids?.includes(id))
        return listed.map((link) => ({ id: link.id, json: pick(shareLinkJson(link), request.properties) }))
      })
    },
  }
}

export function shareLinkJson({ id, name, calendarIds, details, window, expiresOn, ...link }: ShareLink) {
  return {
    id: shareLinkWireId.encode(id),
    name,
    details,
    window,
    expiresOn,
    calendarIds: calendarIds.map((calendarId) => calendarWireId.encode(calendarId)),
    isRevoked: link.revokedAt !== null,
    viewedAt: link.viewedAt && writeUtcDate(link.viewedAt),
    createdAt: writeUtcDate(link.createdAt),
  }
}

/** ShareLink/renew: another address, told this once. */
export function shareLinkRenew({ shares, choose }: ShareLinkNeeds): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const { account, id } = oneOf(args, context, shareLinkWireId, choose)
      const token = await shares.renew(context.caller.userId, account.id, id)
      if (token === undefined) throw noSuch()
      return addressAnswer(account, shareLinkWireId.encode(id), token, `${context.origin()}/share/`)
    },
  }
}
