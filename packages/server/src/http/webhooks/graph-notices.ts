import type { Notice } from '../../sync/index.ts'
import { readField, parseJson } from './body.ts'

export interface Notices {
  readable: Notice[]
  /** How many entries were none; one for a body that is none. */
  unreadable: number
}

const maxIdLength = 200
const maxStateLength = 128

/** The entries of a notification of Microsoft Graph. One body may speak of several subscriptions, users and tenants. */
export function noticesIn(body: Buffer | undefined): Notices {
  const value = readField(parseJson(body), 'value')
  if (!Array.isArray(value)) return { readable: [], unreadable: 1 }
  const readable = (value as unknown[]).flatMap((entry) => getNotice(entry) ?? [])
  return { readable, unreadable: value.length - readable.length }
}

function getNotice(entry: unknown): Notice | undefined {
  const subscriptionId = readText(readField(entry, 'subscriptionId'), maxIdLength)
  if (subscriptionId === undefined || subscriptionId === '') return undefined
  const clientState = readText(readField(entry, 'clientState') ?? '', maxStateLength)
  if (clientState === undefined) return undefined
  const lifecycleEvent = readText(readField(entry, 'lifecycleEvent'), maxIdLength)
  return { subscriptionId, clientState, ...(lifecycleEvent === undefined ? {} : { lifecycleEvent }) }
}

function readText(value: unknown, maxLength: number): string | undefined {
  return typeof value === 'string' && value.length <= maxLength && !value.includes('\u0000')
    ? value
    : undefined
}
