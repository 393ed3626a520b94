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
      return within(create)
    },
    unregister: async (known) => {
      const path = `subscriptions/${segment(known)}`
      await graph.call({ method: 'DELETE', path, doing: 'switching instant delivery off' }).catch(unlessGone)
    },
  }
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
