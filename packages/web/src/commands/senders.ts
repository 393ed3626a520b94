import type { Email, RuleCreate } from '@plmail/wire'
import { rulesOf, type Records, type ThreadRef } from '../records/index.ts'
import { senderWords } from '../words/index.ts'
import type { MailActions } from './mail-actions.ts'
import type { Navigator } from './navigator.ts'
import type { Toasts } from './toasts.ts'
import type { UndoStack } from './undo-stack.ts'

/** The operations on senders: blocking them, leaving their list, making a rule from one of their messages. */
export interface Senders {
  /** New mail of the address or domain goes to Spam, and these conversations do now. */
  block(who: string, refs: readonly ThreadRef[]): Promise<void>
  /** Leaves the list that a message came from; callers have asked the user. */
  unsubscribe(accountId: string, email: Email, to: string): Promise<void>
  /** Opens the editor with a rule for mail like this one. */
  makeRule(accountId: string, email: Email): Promise<void>
  /** The same with a rule for mail that a search finds. */
  makeRuleOfSearch(query: string): void
}

/** An address, or a domain for everybody there. */
export const isSender = (who: string): boolean =>
  who.length <= 254 && /^(?:[^\s@<>"'()*]+@)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(who)

/** The rule that blocks a sender, named by whom it blocks. */
export const blockOf = (who: string): RuleCreate => ({
  kind: 'block',
  name: who,
  condition: { from: who.includes('@') ? `"${who}"` : who },
  actions: [{ type: 'junk' }],
  stops: true,
})

/** The rule that a message suggests: its list when it came from one, else its sender. */
function ruleLike(accountId: string, email: Email, listId: string | undefined): RuleCreate {
  const from = email.from?.[0]?.email ?? ''
  const condition = listId === undefined ? { from } : { header: ['List-Id', listId] as [string, string] }
  return { name: '', accountIds: [accountId], condition, actions: [{ type: 'archive' }] }
}

export interface SendersParts {
  records: Pick<Records, 'context'>
  navigator: Navigator
  actions: Pick<MailActions, 'toSpam'>
  toasts: Toasts
  undoStack: UndoStack
}

export function createSenders({ records, navigator, actions, toasts, undoStack }: SendersParts): Senders {
  const rules = rulesOf(records.context)

  function problem(why: string | undefined): void {
    toasts.show({ text: why ?? senderWords.offline, tone: 'problem' })
  }

  return {
    async block(who, refs) {
      await rules.load()
      if (rules.all()?.some(({ kind, name }) => kind === 'block' && name === who))
        toasts.show({ text: senderWords.blocked.known({ who }), tone: 'plain' })
      else {
        const answer = await rules.create(blockOf(who))
        if (!answer.ok) return problem(answer.why)
        const { id } = answer.value
        if (refs.length > 0) await actions.toSpam(refs)
        undoStack.push({ undo: () => void rules.destroy(id) }, toasts, senderWords.blocked.done({ who }))
      }
    },
    async unsubscribe(accountId, { id }, to) {
      const dialogTexts = senderWords.unsubscribe
      const answer = await rules.leave(accountId, id)
      if (!answer.ok) return problem(answer.why)
      const { outcome, status } = answer.value
      const isDone = outcome === 'oneClick' || outcome === 'mail'
      const texts = {
        oneClick: dialogTexts.asked({ to }),
        mail: dialogTexts.sent({ to }),
        refused: dialogTexts.refused({ to, status: status ?? 0 }),
        unreachable: dialogTexts.unreachable({ to }),
        switchedOff: dialogTexts.switchedOff,
        notSent: dialogTexts.notSent,
        noWay: dialogTexts.noWay,
      }
      toasts.show({ text: texts[outcome], tone: isDone ? 'plain' : 'problem' })
    },
    async makeRule(accountId, email) {
      rules.begin(ruleLike(accountId, email, await rules.listOf(accountId, email.id)))
      navigator.go({ screen: 'settings', page: 'rules' })
    },
    makeRuleOfSearch(query) {
      rules.begin({ name: '', condition: { query }, actions: [{ type: 'archive' }] })
      navigator.go({ screen: 'settings', page: 'rules' })
    },
  }
}
