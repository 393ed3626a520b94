import type { Email, MailboxRole } from '@plmail/wire'
import type { EmailChange, Records, ThreadRef } from '../records/index.ts'
import { roleName, words } from '../words/index.ts'
import type { Desk } from './desk.ts'
import type { Done, Outbox } from './outbox.ts'
import type { Toasts } from './toasts.ts'
import type { UndoStack } from './undo-stack.ts'

/** What can be done to conversations, whoever asks: a key, a button, a menu. */
export interface MailActions {
  toggleStar(refs: readonly ThreadRef[]): void
  archive(refs: readonly ThreadRef[]): Promise<void>
  trash(refs: readonly ThreadRef[]): Promise<void>
  /** For good, at the provider too; callers have asked the user. */
  destroy(refs: readonly ThreadRef[]): void
  move(refs: readonly ThreadRef[], mailboxId: string): void
  markRead(refs: readonly ThreadRef[]): void
  markUnread(refs: readonly ThreadRef[]): void
  /** After a thread was shown: no toast, but undo knows it. */
  markSeen(ref: ThreadRef): void
}

export interface MailActionParts {
  records: Records
  desk: Desk
  outbox: Outbox
  toasts: Toasts
  undoStack: UndoStack
  /** The neighbour of a conversation that leaves opens by itself only where list and thread stand side by side. */
  isSideBySide: () => boolean
}

type Changes = Map<string, EmailChange>

export function createMailActions(parts: MailActionParts): MailActions {
  const { records, desk, outbox, toasts, undoStack, isSideBySide } = parts
  const { store } = records

  /** One deed per account, taken back together. */
  function perform(
    verb: string,
    refs: readonly ThreadRef[],
    changesOf: (ref: ThreadRef) => Changes,
  ): Done | undefined {
    const byAccount = new Map<string, Changes>()
    for (const ref of refs) {
      const changes = byAccount.get(ref.accountId) ?? new Map<string, EmailChange>()
      for (const [id, change] of changesOf(ref)) changes.set(id, change)
      byAccount.set(ref.accountId, changes)
    }
    const done = [...byAccount]
      .filter(([, changes]) => changes.size > 0)
      .map(([accountId, changes]) => outbox.perform({ accountId, verb, changes }))
    if (done.length === 0) return undefined
    return { undo: () => done.forEach((one) => one.undo()) }
  }

  function say(text: string, done: Done | undefined): void {
    if (!done) return
    undoStack.push(done, toasts, text)
  }

  /** What of the thread lies in the list it is seen in; all of it when it is seen from elsewhere. */
  function emailsHere(ref: ThreadRef): Email[] {
    const emails = store.peekEmailsOf(ref)
    const mailboxId = desk.list.source.mailboxIn(ref.accountId)
    const here = emails.filter((email) => mailboxId !== undefined && email.mailboxIds[mailboxId])
    return here.length > 0 ? here : emails
  }

  function movedTo(ref: ThreadRef, target: string): Changes {
    const from = desk.list.source.mailboxIn(ref.accountId)
    return changesFor(emailsHere(ref), (email) => {
      const leaving = from !== undefined && email.mailboxIds[from] ? [from] : Object.keys(email.mailboxIds)
      const change: Exclude<EmailChange, 'destroy'> = {}
      for (const id of leaving) change[`mailboxIds/${id}`] = null
      change[`mailboxIds/${target}`] = true
      return change
    })
  }

  /** Runs `act` and goes on with the next conversation, as the layout has it. */
  function leaving(refs: readonly ThreadRef[], act: () => void): void {
    const next = desk.neighbourOf(refs)
    const { open } = desk
    act()
    desk.clearSelection()
    const isOpenLeaving = open && refs.some((ref) => ref.threadId === open.threadId)
    if (isOpenLeaving && next && isSideBySide()) return desk.openThread(next)
    if (isOpenLeaving) desk.closeThread()
    if (next) desk.pointAt({ accountId: next.accountId, threadId: next.threadId })
  }

  async function toRole(
    refs: readonly ThreadRef[],
    role: MailboxRole,
    verb: string,
    said: (n: number) => string,
  ): Promise<void> {
    const targets = new Map<string, string>()
    for (const { accountId } of refs) {
      const id =
        store.mailboxWithRole(accountId, role)?.id ??
        (await records.mailboxFor(accountId, role, roleName[role] ?? role))
      if (id === undefined) return toasts.show({ text: words.noMailbox(role), tone: 'problem' })
      targets.set(accountId, id)
    }
    leaving(refs, () => {
      const done = perform(verb, refs, (ref) => movedTo(ref, targets.get(ref.accountId) ?? ''))
      say(said(refs.length), done)
    })
  }

  function unseen(ref: ThreadRef): Changes {
    return changesFor(
      store.peekEmailsOf(ref).filter((email) => !email.keywords['$seen']),
      () => ({ 'keywords/$seen': true }),
    )
  }

  return {
    toggleStar(refs) {
      const starred = (ref: ThreadRef) =>
        store.peekEmailsOf(ref).filter(({ keywords }) => keywords['$flagged'])
      const isAllStarred = refs.every((ref) => starred(ref).length > 0)
      const done = isAllStarred
        ? perform('unstar', refs, (ref) => changesFor(starred(ref), () => ({ 'keywords/$flagged': null })))
        : perform('star', refs, (ref) =>
            changesFor(newest(emailsHere(ref)), () => ({ 'keywords/$flagged': true })),
          )
      if (done) undoStack.pushQuietly(done)
    },
    archive: (refs) => toRole(refs, 'archive', 'archive', words.done.archive),
    trash: (refs) => toRole(refs, 'trash', 'trash', words.done.trash),
    destroy(refs) {
      leaving(refs, () => {
        const done = perform('destroy', refs, (ref) => changesFor(emailsHere(ref), () => 'destroy'))
        if (done) toasts.show({ text: words.done.destroy(refs.length), tone: 'plain' })
      })
    },
    move(refs, mailboxId) {
      const [first] = refs
      if (!first) return
      const folder = store.mailbox(first.accountId, mailboxId)?.name ?? ''
      leaving(refs, () => {
        say(
          words.done.move(refs.length, folder),
          perform('move', refs, (ref) => movedTo(ref, mailboxId)),
        )
      })
    },
    markRead(refs) {
      say(words.done.read(refs.length), perform('mark-read', refs, unseen))
    },
    markUnread(refs) {
      const done = perform('mark-unread', refs, (ref) =>
        changesFor(newest(emailsHere(ref)), () => ({ 'keywords/$seen': null })),
      )
      say(words.done.unread(refs.length), done)
      if (desk.open && refs.some(({ threadId }) => threadId === desk.open?.threadId)) desk.closeThread()
    },
    markSeen(ref) {
      const done = perform('mark-read', [ref], unseen)
      if (done) undoStack.pushQuietly(done)
    },
  }
}

function changesFor(emails: readonly Email[], change: (email: Email) => EmailChange): Changes {
  return new Map(emails.map((email) => [email.id, change(email)]))
}

/** Threads are oldest first. */
function newest(emails: readonly Email[]): Email[] {
  return emails.slice(-1)
}
