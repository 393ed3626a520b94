import type { InvitationOutcome, InvitationView, JmapMethods } from '@plmail/wire'
import { createBatch, type Jmap } from '../../net/index.ts'

type Deed = 'Invitation/answer' | 'Invitation/propose' | 'Invitation/apply'

/** The outcome of answering an invitation; `offline` where the server did not answer. */
export type MeetingDone =
  | { outcome: 'done'; invitation: InvitationView }
  | { outcome: Exclude<InvitationOutcome, 'done'> | 'offline' }

/** Messages about meetings, asked for one by one: nothing of them is kept. */
export interface InvitationRecords {
  /** Undefined where the message is about none, or cannot be had. */
  get(accountId: string, emailId: string): Promise<InvitationView | undefined>
  do<Name extends Deed>(name: Name, args: JmapMethods[Name]['args']): Promise<MeetingDone>
}

export function createInvitations(jmap: Pick<Jmap, 'send'>): InvitationRecords {
  return {
    async get(accountId, emailId) {
      const batch = createBatch()
      const call = batch.add('Invitation/get', { accountId, ids: [emailId] })
      const answer = (await jmap.send(batch))?.of(call)
      return answer?.ok ? answer.value.list[0] : undefined
    },
    async do(name, args) {
      const batch = createBatch()
      const call = batch.add(name, args)
      const answer = (await jmap.send(batch))?.of(call)
      if (!answer) return { outcome: 'offline' }
      if (!answer.ok) return { outcome: 'notNow' }
      const { outcome, invitation } = answer.value
      if (outcome !== 'done') return { outcome }
      return invitation ? { outcome, invitation } : { outcome: 'notNow' }
    },
  }
}
