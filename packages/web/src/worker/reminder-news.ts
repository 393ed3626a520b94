import type { ReminderView } from '@plmail/wire'
import { callMethods } from './jmap.ts'

/** The changes to an account's reminders since a state. */
export interface ReminderNews {
  readonly state: string
  readonly ringing: readonly ReminderView[]
  /** Ids of those that ring no more. */
  readonly silenced: readonly string[]
}

export async function reminderNews(accountId: string, sinceState: string | undefined): Promise<ReminderNews> {
  const [changes, got] = await callMethods([
    ['Reminder/changes', { accountId, sinceState: sinceState ?? '' }],
    ['Reminder/get', { accountId, ids: null }],
  ])
  const all = (got?.['list'] ?? []) as ReminderView[]
  const {
    created = [],
    updated = [],
    destroyed = [],
    newState,
  } = (changes ?? {}) as Partial<Record<'created' | 'updated' | 'destroyed', string[]> & { newState: string }>
  const touched = new Set([...created, ...updated])
  const ringing = all.filter(({ id, state }) => touched.has(id) && state === 'ringing')
  const stillRinging = new Set(ringing.map(({ id }) => id))
  return {
    state: newState ?? String(got?.['state']),
    ringing,
    silenced: [...touched, ...destroyed].filter((id) => !stillRinging.has(id)),
  }
}
