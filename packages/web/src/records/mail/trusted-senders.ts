import type { TrustedSender } from '@plmail/wire'
import { createBatch } from '../../net/index.ts'
import { type RecordsContext, oncePer } from '../core/records-context.ts'

/** Senders whose images the user always wants to see. */
export interface TrustedSenderRecords {
  /** By address; undefined when no answer came. */
  list(): Promise<readonly TrustedSender[] | undefined>
  /** The entry; undefined when it could not be made. */
  trust(address: string): Promise<TrustedSender | undefined>
  /** False when it could not be taken away. */
  distrust(id: string): Promise<boolean>
}

export const trustedSendersOf = oncePer(createTrustedSenders)

function createTrustedSenders({ jmap, personal }: RecordsContext): TrustedSenderRecords {
  return {
    async list() {
      const accountId = await personal.id()
      if (accountId === undefined) return undefined
      const batch = createBatch()
      const call = batch.add('TrustedSender/get', { accountId, ids: null })
      const answer = (await jmap.send(batch))?.of(call)
      return answer?.ok ? answer.value.list : undefined
    },
    async trust(address) {
      const accountId = await personal.id()
      if (accountId === undefined) return undefined
      const batch = createBatch()
      const setCall = batch.add('TrustedSender/set', { accountId, create: { t: { address } } })
      const answer = (await jmap.send(batch))?.of(setCall)
      const created = answer?.ok ? answer.value.created?.['t'] : undefined
      return created && ({ address, ...created } as TrustedSender)
    },
    async distrust(id) {
      const accountId = await personal.id()
      if (accountId === undefined) return false
      const batch = createBatch()
      const call = batch.add('TrustedSender/set', { accountId, destroy: [id] })
      const answer = (await jmap.send(batch))?.of(call)
      return answer?.ok === true && (answer.value.destroyed ?? []).includes(id)
    },
  }
}
