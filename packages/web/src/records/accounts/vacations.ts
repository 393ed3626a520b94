import type { PatchObject, VacationResponse } from '@plmail/wire'
import { createBatch } from '../../net/index.ts'
import { sayRefusal } from '../../words/say-refusal.ts'
import { type RecordsContext, oncePer } from '../core/records-context.ts'

/** The automatic reply of an account, or why its provider does not return it. */
export type VacationAnswer =
  | { kind: 'vacation'; vacation: VacationResponse }
  /** Neither its provider nor what it was connected with lets it be set. */
  | { kind: 'unsupported' }
  | { kind: 'trouble'; why: string }

/** Vacation responses (RFC 8621 §8). They live at the providers, and are asked for each time. */
export interface VacationRecords {
  /** By account; undefined when no answer came. */
  load(accountIds: readonly string[]): Promise<ReadonlyMap<string, VacationAnswer> | undefined>
  /** Returns why it was not changed, as a sentence; undefined when it was. */
  change(accountId: string, patch: PatchObject): Promise<string | undefined>
}

export const vacationsOf = oncePer(createVacations)

function createVacations({ jmap }: RecordsContext): VacationRecords {
  return {
    async load(accountIds) {
      const batch = createBatch()
      const calls = accountIds.map((accountId) => ({
        accountId,
        call: batch.add('VacationResponse/get', { accountId }),
      }))
      if (calls.length === 0) return new Map()
      const answers = await jmap.send(batch)
      if (!answers) return undefined
      const all = calls.map(async ({ accountId, call }): Promise<[string, VacationAnswer]> => {
        const answer = answers.of(call)
        if (!answer.ok && answer.error.type === 'accountNotSupportedByMethod')
          return [accountId, { kind: 'unsupported' }]
        if (!answer.ok) return [accountId, { kind: 'trouble', why: await sayRefusal(answer.error) }]
        const [vacation] = answer.value.list
        return [accountId, vacation ? { kind: 'vacation', vacation } : { kind: 'unsupported' }]
      })
      return new Map(await Promise.all(all))
    },
    async change(accountId, patch) {
      const batch = createBatch()
      const call = batch.add('VacationResponse/set', { accountId, update: { singleton: patch } })
      const answer = (await jmap.send(batch))?.of(call)
      if (!answer?.ok) return sayRefusal(answer?.error ?? { type: 'unreachable' })
      const why = answer.value.notUpdated?.['singleton']
      return why && sayRefusal(why)
    },
  }
}
