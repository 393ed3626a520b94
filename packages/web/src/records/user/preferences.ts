import { preferencesId, readPreferences, type Preferences } from '@plmail/wire'
import { createBatch, type Jmap } from '../../net/index.ts'
import type { Personal } from '../core/personal.ts'

/** The user's preferences, as the server stores them for every browser. */
export interface PreferenceRecords {
  /** Undefined when no answer came. */
  load(): Promise<Preferences | undefined>
  /** False when it did not arrive. */
  save(changes: Partial<Preferences>): Promise<boolean>
}

export function createPreferenceRecords(jmap: Pick<Jmap, 'send'>, personal: Personal): PreferenceRecords {
  return {
    async load() {
      const accountId = await personal.id()
      if (accountId === undefined) return undefined
      const batch = createBatch()
      const call = batch.add('Preferences/get', { accountId })
      const answer = (await jmap.send(batch))?.of(call)
      return answer?.ok ? readPreferences(answer.value.list[0]) : undefined
    },
    async save(changes) {
      const accountId = await personal.id()
      if (accountId === undefined) return false
      const batch = createBatch()
      const call = batch.add('Preferences/set', { accountId, update: { [preferencesId]: { ...changes } } })
      const answer = (await jmap.send(batch))?.of(call)
      return answer?.ok === true
    },
  }
}
