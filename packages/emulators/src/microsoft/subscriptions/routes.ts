import { listenerAt } from '../../delivery/listener.ts'
import type { EmulatedAnswer } from '../../http/answer.ts'
import type { World } from '../../world.ts'
import {
  bodyObject,
  created,
  noContent,
  ok,
  readCalendars,
  readMail,
  usesImmutableIds,
  type GraphCall,
  type Route,
} from '../graph/call.ts'
import { accessDenied, Refused } from '../refused.ts'
import { guid } from '../guid.ts'
import { hasScope } from '../identity/scopes.ts'
import type { Notifier } from './notify.ts'
import { readResource } from './resources.ts'
import type { ChangeType, Subscription, GraphSubscriptions } from './subscriptions.ts'

export interface SubscriptionLimits {
  /** [D] 10,080 on the current page; 4,230 on older ones and in the field. */
  maxMinutes: number
}

const minMinutes = 45
/** [D] Over all apps of a mailbox. */
const maxPerMailbox = 1000
const maxClientStateLength = 128
/** [D] Told some time before a subscription runs out. */
const warningMs = 6 * 3600_000

/** Creating, renewing and ending subscriptions. */
export function subscriptionRoutes(
  world: World,
  subscriptions: GraphSubscriptions,
  notifier: Notifier,
  limits: SubscriptionLimits,
): readonly Route[] {
  const shared = { scopes: [...readMail, ...readCalendars] }
  const path = 'subscriptions/:subscription'
  return [
    { method: 'GET', path: 'subscriptions', operation: 'graph.subscriptions.list', ...shared, run: list },
    {
      method: 'POST',
      path: 'subscriptions',
      operation: 'graph.subscriptions.create',
      ...shared,
      run: create,
    },
    {
      method: 'GET',
      path: path,
      operation: 'graph.subscriptions.get',
      ...shared,
      run: (call) => ok(shown(call, need(call))),
    },
    { method: 'PATCH', path: path, operation: 'graph.subscriptions.update', ...shared, run: renew },
    { method: 'DELETE', path: path, operation: 'graph.subscriptions.delete', ...shared, run: remove },
    {
      method: 'POST',
      path: `${path}/reauthorize`,
      operation: 'graph.subscriptions.reauthorize',
      ...shared,
      run: reauthorize,
    },
  ]

  function list(call: GraphCall): EmulatedAnswer {
    const value = subscriptions
      .of(call.account, call.token.client)
      .map((subscription) => describe(subscription))
    return ok({ '@odata.context': `${call.base}/$metadata#subscriptions`, value })
  }

  /** Both URLs are asked for their token while this call is still open [D]. */
  async function create(call: GraphCall): Promise<EmulatedAnswer> {
    const request = readAsked(call, limits, world)
    const scopes = request.watched.what === 'events' ? readCalendars : readMail
    if (!hasScope(call.token.scopes, scopes)) throw accessDenied()
    const existing = subscriptions.of(call.account)
    if (existing.length >= maxPerMailbox)
      throw new Refused(403, 'Forbidden', 'The mailbox has reached its limit of active subscriptions.')
    const isSame = (candidate: Subscription): boolean =>
      candidate.client === call.token.client &&
      candidate.resource === request.resource &&
      [...request.changeTypes].every((type) => candidate.changeTypes.has(type))
    if (existing.some(isSame))
      throw new Refused(
        409,
        'Conflict',
        'A subscription for the same resource and changeType exists already.',
      )
    await handshake(request.notificationUrl)
    if (request.lifecycleUrl !== undefined) await handshake(request.lifecycleUrl)
    const subscription = subscriptions.add(
      { ...request, mailbox: call.mailbox, client: call.token.client, immutableIds: usesImmutableIds(call) },
      guid(world),
    )
    warnBeforeEnd(subscription)
    return created(shown(call, subscription))
  }

  async function renew(call: GraphCall): Promise<EmulatedAnswer> {
    const subscription = need(call)
    const body = bodyObject(call)
    const unknownField = Object.keys(body).find(
      (name) => !['expirationDateTime', 'notificationUrl'].includes(name),
    )
    if (unknownField !== undefined)
      throw invalid(`The property '${unknownField}' of a subscription cannot be changed.`)
    const expiresAt = readExpiry(
      body['expirationDateTime'] ?? new Date(subscription.expiresAt).toISOString(),
      limits,
      world,
    )
    if (body['notificationUrl'] !== undefined) {
      const url = readUrl(body['notificationUrl'], 'notificationUrl')
      await handshake(url)
      subscription.notificationUrl = url
    }
    subscription.expiresAt = expiresAt
    warnBeforeEnd(subscription)
    return ok(shown(call, subscription))
  }

  function reauthorize(call: GraphCall): EmulatedAnswer {
    need(call)
    return noContent
  }

  function remove(call: GraphCall): EmulatedAnswer {
    subscriptions.remove(need(call))
    return noContent
  }

  function need(call: GraphCall): Subscription {
    const subscription = subscriptions.find(call.params['subscription'] ?? '')
    if (subscription?.mailbox.account === call.account && subscription.client === call.token.client)
      return subscription
    throw new Refused(404, 'ResourceNotFound', 'The object was not found.')
  }

  function warnBeforeEnd(subscription: Subscription): void {
    const end = subscription.expiresAt
    if (end - world.clock.now().getTime() <= warningMs) return
    world.clock.at(new Date(end - warningMs), () => {
      const isStill = subscriptions.find(subscription.id) && subscription.expiresAt === end
      if (isStill) notifier.lifecycle(subscription, 'reauthorizationRequired')
    })
  }

  /** `?validationToken=` in, the same text out: 200, text/plain, within ten seconds, no redirect [D]. */
  async function handshake(url: string): Promise<void> {
    const token = `Validation: Testing client application reachability for subscription Request-Id: ${guid(world)}`
    const query = new URLSearchParams({ validationToken: token }).toString()
    const reply = await world.delivery.ask(`${url}${url.includes('?') ? '&' : '?'}${query}`)
    const isPlain = /^text\/plain\b/i.test(reply.contentType ?? '')
    if (reply.status === 200 && isPlain && reply.text === token) return
    throw new Refused(
      400,
      'InvalidRequest',
      'Subscription validation request failed. Notification endpoint must respond with 200 OK to validation request.',
    )
  }
}

type SubscriptionRequest = Omit<Subscription, 'id' | 'mailbox' | 'client' | 'immutableIds'>

function readAsked(call: GraphCall, limits: SubscriptionLimits, world: World): SubscriptionRequest {
  const {
    resource,
    changeType,
    notificationUrl,
    lifecycleNotificationUrl,
    clientState,
    expirationDateTime,
    includeResourceData,
  } = bodyObject(call)
  if (typeof resource !== 'string') throw invalid('The property resource is required.')
  const watched = readResource(call.mailbox, resource)
  if (watched === undefined)
    throw invalid(`The resource '${resource}' does not support change notifications.`)
  if (includeResourceData === true)
    throw invalid('An encryptionCertificate is required to include resource data.')
  if (
    clientState !== undefined &&
    (typeof clientState !== 'string' || clientState.length > maxClientStateLength)
  )
    throw invalid(`The clientState must be text of at most ${maxClientStateLength} characters.`)
  return {
    resource,
    watched,
    changeTypes: readChangeTypes(changeType),
    notificationUrl: readUrl(notificationUrl, 'notificationUrl'),
    lifecycleUrl:
      lifecycleNotificationUrl === undefined
        ? undefined
        : readUrl(lifecycleNotificationUrl, 'lifecycleNotificationUrl'),
    clientState: typeof clientState === 'string' ? clientState : undefined,
    expiresAt: readExpiry(expirationDateTime, limits, world),
  }
}

function readChangeTypes(value: unknown): ReadonlySet<ChangeType> {
  const names = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : []
  const types = names.filter((name): name is ChangeType => ['created', 'updated', 'deleted'].includes(name))
  if (types.length === 0 || types.length !== names.length)
    throw invalid(
      'The property changeType must be created, updated or deleted, or several with commas between.',
    )
  return new Set(types)
}

function readUrl(value: unknown, name: string): string {
  const url = typeof value === 'string' ? listenerAt(value) : undefined
  if (url) return url.href
  throw invalid(`The ${name} must be an https address.`)
}

/** [D, F] Too far ahead is refused in a sentence that names the limit; too near is raised. */
function readExpiry(value: unknown, { maxMinutes }: SubscriptionLimits, world: World): number {
  const at = typeof value === 'string' ? Date.parse(value) : NaN
  const now = world.clock.now().getTime()
  if (Number.isNaN(at)) throw invalid('The property expirationDateTime is required.')
  if (at <= now) throw invalid('Subscription expiration date time must be in the future.')
  if (at > now + maxMinutes * 60_000)
    throw invalid(`Subscription expiration can only be ${maxMinutes} minutes in the future.`)
  return Math.max(at, now + minMinutes * 60_000)
}

function invalid(message: string): Refused {
  return new Refused(400, 'InvalidRequest', message)
}

function shown(call: GraphCall, subscription: Subscription): object {
  return { '@odata.context': `${call.base}/$metadata#subscriptions/$entity`, ...describe(subscription) }
}

function describe(subscription: Subscription): object {
  return {
    id: subscription.id,
    resource: subscription.resource,
    applicationId: subscription.client,
    changeType: [...subscription.changeTypes].join(','),
    clientState: subscription.clientState ?? null,
    notificationUrl: subscription.notificationUrl,
    notificationQueryOptions: null,
    lifecycleNotificationUrl: subscription.lifecycleUrl ?? null,
    expirationDateTime: new Date(subscription.expiresAt).toISOString(),
    creatorId: subscription.mailbox.account.oid,
    includeResourceData: null,
    latestSupportedTlsVersion: 'v1_2',
    encryptionCertificate: null,
    encryptionCertificateId: null,
    notificationUrlAppId: null,
  }
}
