import type { Fault } from '../../faults/faults.ts'
import type { CalendarAccount } from './account.ts'
import type { Channels } from './channels.ts'
import type { SendUpdates } from './edit.ts'
import { objectOf } from './resource.ts'

/** One call that has passed sign-in, scope, quota and schema. */
export interface Ask {
  operation: string
  account: CalendarAccount
  /** Of the path, decoded. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  body: unknown
  ifMatch: string | undefined
  fault: Fault | undefined
  channels: Channels
  /** Where the API is: channels name their resource by it. */
  base: string
  /** What comes to pass by itself a moment later. */
  later(run: () => void): void
}

/** The body of the reply; nothing means 204. */
export type Handler = (ask: Ask) => unknown

export const param = (ask: Ask, name: string): string => ask.params[name] ?? ''

export const bodyOf = (ask: Ask): Record<string, unknown> => objectOf(ask.body)

/** Not given means that nobody is told [S]. */
export function sendUpdatesOf({ query }: Ask): SendUpdates {
  const sendUpdates = query.get('sendUpdates')
  if (sendUpdates === 'all' || sendUpdates === 'externalOnly') return sendUpdates
  return sendUpdates === null && query.get('sendNotifications') === 'true' ? 'all' : 'none'
}
