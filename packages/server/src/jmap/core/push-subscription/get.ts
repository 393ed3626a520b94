import { pushSubscriptionWireId } from '@plmail/wire'
import type { Push, PushSubscription } from '../../../people/index.ts'
import { readIds, invalid, onlyKnown, readStrings } from '../../engine/arguments.ts'
import { pick } from '../../engine/get.ts'
import { limits } from '../../engine/limits.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'
import { utcDate } from './properties.ts'

const shown = ['id', 'deviceClientId', 'verificationCode', 'expires', 'types']
/** Private to the device: never answered, and asking for them is refused (RFC 8620 §7.2.1). */
const secret = ['url', 'keys']

/** PushSubscription/get (RFC 8620 §7.2.1): no account and no state. */
export function pushSubscriptionGet({ push }: { push: Pick<Push, 'list'> }): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['ids', 'properties'])
      const ids = readIds(args, 'ids', limits.maxObjectsInGet)
      const properties = readStrings(args, 'properties')
      if (properties?.some((name) => secret.includes(name)))
        throw new MethodFailure('forbidden', 'url and keys are not given out')
      const unknown = properties?.find((name) => !shown.includes(name))
      if (unknown !== undefined)
        throw invalid('properties', `properties of the type, which ${unknown} is not`)
      const list = (await push.list(caller)).map(json)
      const subscriptions = ids === null ? list : list.filter(({ id }) => ids.includes(id))
      const selection = properties === null ? null : new Set(['id', ...properties])
      return {
        list: subscriptions.map((subscription) => pick(subscription, selection)),
        notFound: (ids ?? []).filter((id) => !list.some((subscription) => subscription.id === id)),
      }
    },
  }
}

function json({ id, deviceClientId, verificationCode, expires, types }: PushSubscription) {
  const text = pushSubscriptionWireId.encode(id)
  return { id: text, deviceClientId, verificationCode, expires: utcDate(expires), types }
}
