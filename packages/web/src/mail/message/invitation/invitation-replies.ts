import type { InvitationView } from '@plmail/wire'
import type { App } from '../../../commands/index.ts'
import type { createInvitations, MeetingDone } from '../../../records/index.ts'
import { meetingWords as words } from '../../../words/index.ts'

type AnswerStatus = 'accepted' | 'tentative' | 'declined'

/** An invitation as its card shows it. */
export interface InvitationState {
  readonly view: InvitationView | undefined
  /** A reply is on its way, and no other is taken meanwhile. */
  readonly isBusy: boolean
  /** Goes along with an answer or a proposal. */
  readonly comment: string
}

/** The replies to one invitation: an answer, a proposal of another time, or taking over what the message says. */
export interface InvitationReplies {
  readonly state: InvitationState
  load(): Promise<void>
  setComment(comment: string): void
  answer(status: AnswerStatus | 'needs-action'): Promise<void>
  propose(start: string, duration: string): Promise<void>
  apply(): Promise<void>
}

interface InvitationRepliesNeeds {
  accountId: string
  emailId: string
  invitations: ReturnType<typeof createInvitations>
  toasts: Pick<App['toasts'], 'show'>
  /** Called with each new state. */
  show(state: InvitationState): void
}

export function createInvitationReplies({
  accountId,
  emailId,
  invitations,
  toasts,
  show,
}: InvitationRepliesNeeds): InvitationReplies {
  let state: InvitationState = { view: undefined, isBusy: false, comment: '' }
  const update = (changed: Partial<InvitationState>): void => show((state = { ...state, ...changed }))
  const message = { accountId, id: emailId }

  async function reply(send: () => Promise<MeetingDone>): Promise<boolean> {
    update({ isBusy: true })
    const done = await send()
    update({ isBusy: false })
    if (done.outcome === 'done') update({ view: done.invitation })
    else toasts.show({ text: words.failed[done.outcome], tone: 'problem' })
    return done.outcome === 'done'
  }

  /** The answer is shown at once, and put back when the server will not have it. */
  async function answer(status: AnswerStatus | 'needs-action'): Promise<void> {
    const { view: before, comment, isBusy } = state
    if (!before?.me || isBusy) return
    update({ view: { ...before, me: { ...before.me, status } } })
    if (!(await reply(() => invitations.do('Invitation/answer', { ...message, status, comment }))))
      update({ view: before })
    else if (status === 'needs-action') toasts.show({ text: words.undone, tone: 'plain' })
    else {
      const formerStatus = before.me.status as AnswerStatus | 'needs-action'
      const action = { title: words.undo, run: () => void answer(formerStatus) }
      toasts.show({ text: words.told[status], tone: 'plain', action })
    }
  }

  return {
    get state() {
      return state
    },
    async load() {
      const view = await invitations.get(accountId, emailId)
      update({ view, comment: view?.me?.comment ?? '' })
    },
    setComment: (comment) => update({ comment }),
    answer,
    async propose(start, duration) {
      const proposal = { ...message, start, duration, comment: state.comment }
      if (await reply(() => invitations.do('Invitation/propose', proposal)))
        toasts.show({ text: words.proposed, tone: 'plain' })
    },
    async apply() {
      if (await reply(() => invitations.do('Invitation/apply', message)))
        toasts.show({ text: words.applied, tone: 'plain' })
    },
  }
}
