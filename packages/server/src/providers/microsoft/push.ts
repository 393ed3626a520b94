import type { Clock } from '../../kit/clock.ts'
import { ProviderError, type PushRegistration, type Registered } from '../contract/index.ts'
import { readString } from '../contract/read-json.ts'
import { type Graph, segment } from './graph.ts'

/** Asked for; what is granted is what counts, and a refusal names the limit. */
const askedMinutes = 4_200

/** Subscriptions ("Create subscription"): all folders of the mailbox in one. */
export function createPush(graph: Graph, clock: Clock): PushRegistration {
  return {
    register: ({ clientState, ...options }) =>
      subscribe(graph, clock, { ...options, secret: clientState, resource: 'me/messages' }),
    unregister: (registration) => unsubscribe(graph, registration),
  }
}

export interface SubscriptionRequest {
  resource: string
  address: string
  lifecycleAddress: string
  /** Comes back with every notification. */
  secret: string
  /** One to be renewed. */
  known: string | undefined
}

/** Renews the one that is known, or makes one. */
export async function subscribe(
  graph: Graph,
  clock: Clock,
  request: SubscriptionRequest,
): Promise<Registered> {
  const { known, address, resource } = request
  const expiry = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString()
  const ask = async (method: 'POST' | 'PATCH', path: string, body: object, doing: string) =>
    registered(await graph.send(method, path, body, doing))
  const renew = (id: string) => (minutes: number) => {
    const body = { expirationDateTime: expiry(minutes) }
    return ask('PATCH', `subscriptions/${segment(id)}`, body, 'renewing instant delivery')
  }
  const create = (minutes: number) => {
    const body = {
      changeType: 'created,updated,deleted',
      resource,
      notificationUrl: address,
      lifecycleNotificationUrl: request.lifecycleAddress,
      expirationDateTime: expiry(minutes),
      clientState: request.secret,
    }
    return ask('POST', 'subscriptions', body, 'switching instant delivery on')
  }
  if (known !== undefined) {
    const renewed = await within(renew(known)).catch(unlessGone)
    // An expired subscription cannot be revived.
    if (renewed) return renewed
  }
  try {
    return await within(create)
  } catch (error) {
    const isRefused = error instanceof ProviderError && error.kind === 'refused'
    if (!isRefused || !(await endForgotten(graph, request))) throw error
    return within(create)
  }
}

export async function unsubscribe(graph: Graph, id: string): Promise<void> {
  const path = `subscriptions/${segment(id)}`
  await graph.call({ method: 'DELETE', path, doing: 'switching instant delivery off' }).catch(unlessGone)
}

/**
 * Graph keeps one subscription of a kind (409 for another). One whose creation was answered to nobody stands in the way
 * until it is ended; whether there was any is the answer.
 */
async function endForgotten(graph: Graph, { address, resource }: SubscriptionRequest): Promise<boolean> {
  const ids: string[] = []
  for await (const page of graph.pages('subscriptions', {}, 'looking for forgotten subscriptions'))
    for (const subscription of page)
      if (subscription['notificationUrl'] === address && subscription['resource'] === resource)
        ids.push(readString(subscription['id']))
  for (const id of ids) await unsubscribe(graph, id)
  return ids.length > 0
}

async function within(ask: (minutes: number) => Promise<Registered>): Promise<Registered> {
  try {
    return await ask(askedMinutes)
  } catch (error) {
    const limit = error instanceof ProviderError && /only be (\d+) minutes/.exec(error.detail ?? '')?.[1]
    if (!limit) throw error
    return ask(Math.max(45, Number(limit) - 5))
  }
}

function registered(answer: Readonly<Record<string, unknown>>): Registered {
  const id = readString(answer['id'])
  const expiresAt = new Date(readString(answer['expirationDateTime']))
  if (id === '' || Number.isNaN(expiresAt.getTime()))
    throw new ProviderError('malformed', 'Microsoft named no end of the subscription')
  return { id, expiresAt }
}

function unlessGone(error: unknown): undefined {
  if (error instanceof ProviderError && error.kind === 'gone') return undefined
  throw error
}
