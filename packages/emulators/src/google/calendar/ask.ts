import type { Fault } from '../../faults/faults.ts'
import type { CalendarAccount } from './account.ts'
import type { Channels } from './channels.ts'
import type { SendUpdates } from './edit.ts'
import { readObject } from './resource.ts'

/** One call that has passed sign-in, scope, quota and schema. */
export interface CalendarAsk {
  operation: string
  account: CalendarAccount
  /** Path parameters, decoded. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  body: unknown
  ifMatch: string | undefined
  fault: Fault | undefined
  channels: Channels
  /** Base URL of the API, by which channels name their resource. */
  base: string
  /** Schedules work that the server does by itself a moment later. */
  later(run: () => void): void
}

/** The body of the reply; nothing means 204. */
export type CalendarHandler = (ask: CalendarAsk) => unknown

export const param = (ask: CalendarAsk, name: string): string => ask.params[name] ?? ''

export const getBody = (ask: CalendarAsk): Record<string, unknown> => readObject(ask.body)

/** Not given means that nobody is told [S]. */
export function getSendUpdates({ query }: CalendarAsk): SendUpdates {
  const sendUpdates = query.get('sendUpdates')
  if (sendUpdates === 'all' || sendUpdates === 'externalOnly') return sendUpdates
  return sendUpdates === null && query.get('sendNotifications') === 'true' ? 'all' : 'none'
}
