import { pushSubscriptionWireId } from '@plmail/wire'
import type { Clock } from '../../../kit/clock.ts'
import type { Push, PushCreated, PushSubscription } from '../../../people/index.ts'
import { readIds, type JsonObject, readObjects, onlyKnown, withinSetLimit } from '../../engine/arguments.ts'
import { limits } from '../../engine/limits.ts'
import type { CallContext, Method } from '../../engine/method.ts'
import {
  invalidProperties,
  resolveCreationId,
  nothingSet,
  type SetError,
  type SetOutcome,
  setResults,
} from '../../engine/set.ts'
import { subscriptionUpdate, utcDate, readNewSubscription } from './properties.ts'

export interface PushSetNeeds {
  push: Pick<Push, 'create' | 'update' | 'destroy'>
  clock: Clock
}

/**
 * PushSubscription/set (RFC 8620 §7.2.2): no account and no state. Credentials that may only read may subscribe too:
 * nothing of an account is written.
 */
export function pushSubscriptionSet(needs: PushSetNeeds): Method {
  return {
    run: async (args, context) => {
      onlyKnown(args, ['create', 'update', 'destroy'])
      const create = readObjects(args, 'create')
      const update = readObjects(args, 'update')
      const destroy = readIds(args, 'destroy', limits.maxObjectsInSet) ?? []
      withinSetLimit(create.length + update.length + destroy.length)
      const outcome = nothingSet()
      for (const [name, json] of create) await createOne(needs, context, outcome, name, json)
      for (const [id, json] of update) await updateOne(needs, context, outcome, id, json)
      for (const id of destroy) await destroyOne(needs, context, outcome, id)
      return setResults(outcome)
    },
  }
}

async function createOne(
  { push, clock }: PushSetNeeds,
  { caller, createdIds }: CallContext,
  outcome: SetOutcome,
  name: string,
  json: JsonObject,
): Promise<void> {
  const subscription = readNewSubscription(json, clock.now())
  if ('type' in subscription) return void outcome.notCreated.set(name, subscription)
  const created = await push.create(caller, subscription)
  if (!created.ok) return void outcome.notCreated.set(name, refusals[created.why])
  const id = pushSubscriptionWireId.encode(created.subscription.id)
  createdIds.set(name, id)
  outcome.created.set(name, { id, ...added(created.subscription, json) })
}

const refusals: Record<Extract<PushCreated, { ok: false }>['why'], SetError> = {
  'refused-url': invalidProperties(['url'], { problem: 'push/https-only' }),
  'unusable-keys': invalidProperties(['keys'], { problem: 'push/unusable-keys' }),
  'too-many': { type: 'overQuota', description: { problem: 'push/too-many' } },
  'too-often': { type: 'rateLimit', description: { problem: 'push/too-many-lately' } },
}

/** Returns the properties that the client did not set, and the expiry where it differs from the requested one. */
function added({ expires }: PushSubscription, json: JsonObject): Record<string, unknown> {
  const at = utcDate(expires)
  return {
    ...('keys' in json ? {} : { keys: null }),
    ...('types' in json ? {} : { types: null }),
    ...(json['expires'] === at ? {} : { expires: at }),
  }
}

async function updateOne(
  { push, clock }: PushSetNeeds,
  { caller, createdIds }: CallContext,
  outcome: SetOutcome,
  text: string,
  json: JsonObject,
): Promise<void> {
  const id = pushSubscriptionWireId.decode(resolveCreationId(text, createdIds))
  if (id === undefined) return void outcome.notUpdated.set(text, { type: 'notFound' })
  const update = subscriptionUpdate(json, clock.now())
  if ('type' in update) return void outcome.notUpdated.set(text, update)
  const updated = await push.update(caller, id, update)
  if (!updated.ok) return void outcome.notUpdated.set(text, failures[updated.why])
  const at = utcDate(updated.subscription.expires)
  const isAsSaid = json['expires'] === undefined || json['expires'] === at
  outcome.updated.set(pushSubscriptionWireId.encode(id), isAsSaid ? null : { expires: at })
}

const failures: Record<'not-found' | 'wrong-code', SetError> = {
  'not-found': { type: 'notFound' },
  'wrong-code': invalidProperties(['verificationCode'], { problem: 'push/wrong-code' }),
}

async function destroyOne(
  { push }: PushSetNeeds,
  { caller, createdIds }: CallContext,
  outcome: SetOutcome,
  text: string,
): Promise<void> {
  const id = pushSubscriptionWireId.decode(resolveCreationId(text, createdIds))
  const isGone = id !== undefined && (await push.destroy(caller, id))
  if (isGone) outcome.destroyed.push(pushSubscriptionWireId.encode(id))
  else outcome.notDestroyed.set(text, { type: 'notFound' })
}
