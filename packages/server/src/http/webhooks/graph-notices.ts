import type { Notice } from '../../sync/index.ts'
import { fieldOf, jsonOf } from './body.ts'

export interface Notices {
  readable: Notice[]
  /** How many entries were none; one for a body that is none. */
  unreadable: number
}

const longestId = 200
const longestState = 128

/** The entries of a notification of Microsoft Graph. One body may speak of several subscriptions, users and tenants. */
export function noticesIn(body: Buffer | undefined): Notices {
  const value = fieldOf(jsonOf(body), 'value')
  if (!Array.isArray(value)) return { readable: [], unreadable: 1 }
  const readable = (value as unknown[]).flatMap((entry) => noticeOf(entry) ?? [])
  return { readable, unreadable: value.length - readable.length }
}

function noticeOf(entry: unknown): Notice | undefined {
  const subscriptionId = textOf(fieldOf(entry, 'subscriptionId'), longestId)
  if (subscriptionId === undefined || subscriptionId === '') return undefined
  const clientState = textOf(fieldOf(entry, 'clientState') ?? '', longestState)
  if (clientState === undefined) return undefined
  const lifecycleEvent = textOf(fieldOf(entry, 'lifecycleEvent'), longestId)
  return { subscriptionId, clientState, ...(lifecycleEvent === undefined ? {} : { lifecycleEvent }) }
}

function textOf(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' && value.length <= longest && !value.includes('\u0000') ? value : undefined
}
