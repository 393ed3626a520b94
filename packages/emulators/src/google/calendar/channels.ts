import { listenerAt } from '../../delivery/listener.ts'
import type { World } from '../../world.ts'
import type { CalendarAccount } from './account.ts'
import {
  channelIdNotUnique,
  invalid,
  notFound,
  pushNotSupported,
  webhookNotHttps,
  webhookUnauthorized,
} from './refusals.ts'
import { readObject, readText } from './resource.ts'

/** A standing order to announce the changes of one calendar. */
interface WatchChannel {
  id: string
  email: string
  calendar: string
  resourceId: string
  resourceUri: string
  address: string
  token: string
  expiresAt: Date
  /** Number of the last notification sent. */
  number: number
}

export interface Channels {
  observe(account: CalendarAccount): void
  open(
    account: CalendarAccount,
    calendar: string,
    resourceUri: string,
    request: Record<string, unknown>,
  ): WatchChannel
  /** Throws 404. */
  stop(account: CalendarAccount, id: string, resourceId: string): void
  /** The living ones of somebody. */
  of(email: string): readonly WatchChannel[]
  /** Addresses that begin so are refused with this status; undefined lets them pass again. */
  refuseAddress(prefix: string, status: number | undefined): void
}

/** Default and at most [S, D]. */
const lifetimeMs = 604_800_000

/** These alone are tried again; everything else counts as delivered or lost [K]. */
const retried = [500, 502, 503, 504]
const policy = {
  acknowledged: (status: number) => status !== 0 && !retried.includes(status),
  backOff: [5_000, 10_000, 20_000, 40_000, 80_000],
}

export function createChannels(world: World): Channels {
  const channels = new Map<string, WatchChannel>()
  const refused = new Map<string, number>()
  const isAlive = ({ expiresAt }: WatchChannel): boolean => expiresAt.getTime() > world.clock.now().getTime()

  function notify(channel: WatchChannel, state: 'sync' | 'exists' | 'not_exists'): void {
    channel.number += channel.number === 0 ? 1 : 1 + Math.floor(world.random() * 900)
    void world.delivery.post(
      channel.address,
      '',
      {
        'x-goog-channel-id': channel.id,
        'x-goog-channel-expiration': channel.expiresAt.toUTCString(),
        'x-goog-resource-state': state,
        'x-goog-message-number': String(channel.number),
        'x-goog-resource-id': channel.resourceId,
        'x-goog-resource-uri': channel.resourceUri,
        ...(channel.token !== '' && { 'x-goog-channel-token': channel.token }),
      },
      policy,
    )
  }
  function announce(email: string, calendar: string, state: 'exists' | 'not_exists'): void {
    for (const channel of channels.values())
      if (channel.email === email && channel.calendar === calendar && isAlive(channel)) notify(channel, state)
  }

  return {
    observe(account) {
      account.log.onAppend(({ op }) => announce(account.email, op.calendar, 'exists'))
      account.onRemoved((calendar) => announce(account.email, calendar, 'not_exists'))
    },
    open(account, calendar, resourceUri, request) {
      const { id, type, address, token } = request
      if (readText(id) === '' || type !== 'web_hook') throw invalid('Missing channel id or type.')
      if (isUnwatchable(calendar)) throw pushNotSupported()
      checkAddress(readText(address), refused)
      if (channels.has(readText(id))) throw channelIdNotUnique(readText(id))
      const ttl = Number(readObject(request['params'])['ttl'] ?? lifetimeMs / 1000) * 1000
      const channel: WatchChannel = {
        id: readText(id),
        email: account.email,
        calendar,
        resourceUri,
        number: 0,
        resourceId: Buffer.from(`${account.email} ${calendar}`).toString('base64url').slice(-27),
        address: readText(address),
        token: readText(token),
        expiresAt: new Date(world.clock.now().getTime() + Math.min(ttl || lifetimeMs, lifetimeMs)),
      }
      channels.set(channel.id, channel)
      notify(channel, 'sync')
      return channel
    },
    stop(account, id, resourceId) {
      const channel = channels.get(id)
      if (
        !channel ||
        channel.email !== account.email ||
        channel.resourceId !== resourceId ||
        !isAlive(channel)
      )
        throw notFound()
      // Its id stays taken.
      channel.expiresAt = new Date(0)
    },
    of: (email) => [...channels.values()].filter((channel) => channel.email === email && isAlive(channel)),
    refuseAddress: (prefix, status) =>
      void (status === undefined ? refused.delete(prefix) : refused.set(prefix, status)),
  }
}

/** Holidays, birthdays and week numbers [F]. */
function isUnwatchable(calendar: string): boolean {
  return /[#@](holiday|contacts|weeknum)/.test(calendar)
}

function checkAddress(address: string, refused: ReadonlyMap<string, number>): void {
  if (!listenerAt(address)) throw webhookNotHttps(address)
  for (const [prefix, status] of refused)
    if (address.startsWith(prefix)) throw webhookUnauthorized(status, address)
}
