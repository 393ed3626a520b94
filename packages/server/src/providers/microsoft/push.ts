import type { Clock } from '../../kit/clock.ts'
import { ProviderError, type PushRegistration, type Registered } from '../contract/index.ts'
import { stringOf } from '../contract/read-json.ts'
import { type Graph, segment } from './graph.ts'

/** Asked for; what is granted is what counts, and a refusal names the limit. */
const askedMinutes = 4_200

/** Subscriptions ("Create subscription"): all folders of the mailbox in one. */
export function pushOf(graph: Graph, clock: Clock): PushRegistration {
  const expiry = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString()
  const renew = async (id: string, minutes: number): Promise<Registered> =>
    registered(
      await graph.send(
        'PATCH',
        `subscriptions/${segment(id)}`,
        { expirationDateTime: expiry(minutes) },
        'renewing instant delivery',
      ),
    )
  return {
    register: async ({ address, lifecycleAddress, clientState, known }) => {
      const create = async (minutes: number) =>
        registered(
          await graph.send(
            'POST',
            'subscriptions',
            {
              changeType: 'created,updated,deleted',
              notificationUrl: address,
              lifecycleNotificationUrl: lifecycleAddress,
              resource: 'me/messages',
              expirationDateTime: expiry(minutes),
              clientState,
            },
            'switching instant delivery on',
          ),
        )
      if (known !== undefined) {
        const renewed = await within((minutes) => renew(known, minutes)).catch(unlessGone)
        // An expired subscription cannot be revived.
        if (renewed) return renewed
      }
      try {
        return await within(create)
      } catch (error) {
        const isRefused = error instanceof ProviderError && error.kind === 'refused'
        if (!isRefused || !(await endForgotten(graph, address))) throw error
        return within(create)
      }
    },
    unregister: (known) => end(graph, known),
  }
}

async function end(graph: Graph, id: string): Promise<void> {
  const path = `subscriptions/${segment(id)}`
  await graph.call({ method: 'DELETE', path, doing: 'switching instant delivery off' }).catch(unlessGone)
}

/**
 * Graph keeps one subscription of a kind (409 for another). One whose creation was answered to nobody stands in the way
 * until it is ended; whether there was any is the answer.
 */
async function endForgotten(graph: Graph, address: string): Promise<boolean> {
  const ids: string[] = []
  for await (const page of graph.pages('subscriptions', {}, 'looking for forgotten subscriptions'))
    for (const one of page) if (stringOf(one['notificationUrl']) === address) ids.push(stringOf(one['id']))
  for (const id of ids) await end(graph, id)
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
  const id = stringOf(answer['id'])
  const expiresAt = new Date(stringOf(answer['expirationDateTime']))
  if (id === '' || Number.isNaN(expiresAt.getTime()))
    throw new ProviderError('malformed', 'Microsoft named no end of the subscription')
  return { id, expiresAt }
}

function unlessGone(error: unknown): undefined {
  if (error instanceof ProviderError && error.kind === 'gone') return undefined
  throw error
}
