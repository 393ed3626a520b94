import type { Category, MailboxRole } from '@plmail/wire'
import {
  mailboxOfLabel,
  type EmailChange,
  type MailboxRef,
  type Records,
  type ThreadRef,
} from '../records/index.ts'
import { labelWords, listWords, roleName, snoozeWords, words } from '../words/index.ts'
import type { Desk } from './desk.ts'
import {
  type EmailChanges,
  changesToArchive,
  changesToCategorise,
  changesToDestroy,
  changesToLabel,
  changesToMove,
  changesToMute,
  changesToRead,
  changesToRemind,
  changesToSnooze,
  changesToStar,
  changesToUnmute,
  changesToUnread,
  changesToWake,
  type ListedMail,
  starredEmails,
} from './mail-changes.ts'
import type { Done, Outbox } from './outbox.ts'
import type { Toasts } from './toasts.ts'
import type { UndoStack } from './undo-stack.ts'

/** The operations on conversations, for keys, buttons and menus alike. */
export interface MailActions {
  toggleStar(refs: readonly ThreadRef[]): void
  archive(refs: readonly ThreadRef[]): Promise<void>
  trash(refs: readonly ThreadRef[]): Promise<void>
  /** For good, at the provider too; callers have asked the user. */
  destroy(refs: readonly ThreadRef[]): void
  /** Moves each conversation to its own account's mailbox for the label of `into`; without one it stays, and a toast explains it. */
  move(refs: readonly ThreadRef[], into: MailboxRef): void
  /** Puts a label on, or takes it off; only where the provider has labels. */
  label(refs: readonly ThreadRef[], into: MailboxRef, isOn: boolean): void
  /** Back from Trash, Spam or Archive. */
  toInbox(refs: readonly ThreadRef[]): Promise<void>
  toSpam(refs: readonly ThreadRef[]): Promise<void>
  /** Out of the Inbox until then. */
  snooze(refs: readonly ThreadRef[], until: Date, text: string): Promise<void>
  /** Back where it was, now. */
  unsnooze(refs: readonly ThreadRef[]): void
  /** Says at a time that nobody has answered; null: not any more. */
  remind(refs: readonly ThreadRef[], at: Date | null, text: string): void
  /** Into another tab, and what comes of the conversation too. */
  categorise(refs: readonly ThreadRef[], category: Category, text: string): void
  /** Out of the Inbox, and so are the replies that come (RFC 9979 $muted). */
  mute(refs: readonly ThreadRef[]): Promise<void>
  unmute(refs: readonly ThreadRef[]): void
  markRead(refs: readonly ThreadRef[]): void
  markUnread(refs: readonly ThreadRef[]): void
  /** After a thread was shown: no toast, but undo knows it. */
  markSeen(ref: ThreadRef, emailIds: ReadonlySet<string>): void
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

export function createMailActions(parts: MailActionParts): MailActions {
  const { records, desk, outbox, toasts, undoStack, isSideBySide } = parts
  const { store } = records
  const mail: ListedMail = { store, mailboxIn: (accountId) => desk.list.source.mailboxIn(accountId) }

  /** One deed per account, taken back together. */
  function perform(
    verb: string,
    refs: readonly ThreadRef[],
    changesOf: (listed: ListedMail, ref: ThreadRef) => EmailChanges,
  ): Done | undefined {
    const byAccount = new Map<string, EmailChanges>()
    for (const ref of refs) {
      const ofAccount = byAccount.get(ref.accountId) ?? new Map<string, EmailChange>()
      for (const [id, change] of changesOf(mail, ref)) ofAccount.set(id, change)
      byAccount.set(ref.accountId, ofAccount)
    }
    const done = [...byAccount]
      .filter(([, ofAccount]) => ofAccount.size > 0)
      .map(([accountId, ofAccount]) => outbox.perform({ accountId, verb, changes: ofAccount }))
    if (done.length === 0) return undefined
    return { undo: () => done.forEach((deed) => deed.undo()) }
  }

  function say(text: string, done: Done | undefined): void {
    if (!done) return
    undoStack.push(done, toasts, text)
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
    textFor: (parameters: { count: number }) => string,
    changesOf: (listed: ListedMail, ref: ThreadRef, target: string) => EmailChanges = changesToMove,
  ): Promise<void> {
    const targets = new Map<string, string>()
    for (const { accountId } of refs) {
      const id =
        store.mailboxWithRole(accountId, role)?.id ??
        (await records.mailboxFor(accountId, role, folderNames[role] ?? roleName[role] ?? role))
      if (id === undefined)
        return toasts.show({ text: words.noMailbox({ folder: roleName[role] ?? role }), tone: 'problem' })
      targets.set(accountId, id)
    }
    leaving(refs, () => {
      const done = perform(verb, refs, (_, ref) => changesOf(mail, ref, targets.get(ref.accountId) ?? ''))
      say(textFor({ count: refs.length }), done)
    })
  }

  /** Returns the conversations that have the label in their own account, and the toast about the others. */
  function bound(refs: readonly ThreadRef[], into: MailboxRef) {
    const targets = new Map<string, string>()
    for (const { accountId } of refs) {
      const id = mailboxOfLabel(store, into, accountId)?.id
      if (id !== undefined) targets.set(accountId, id)
    }
    const going = refs.filter(({ accountId }) => targets.has(accountId))
    const folder = store.mailbox(into.accountId, into.mailboxId)?.name ?? ''
    const left = refs.length - going.length
    return { going, targets, folder, stayed: left === 0 ? '' : ` · ${labelWords.stayed({ count: left })}` }
  }

  return {
    toggleStar(refs) {
      const isOn = !refs.every((ref) => starredEmails(mail, ref).length > 0)
      const done = perform(isOn ? 'star' : 'unstar', refs, (_, ref) => changesToStar(mail, ref, isOn))
      if (done) undoStack.pushQuietly(done)
    },
    archive: (refs) => toRole(refs, 'archive', 'archive', words.done.archive, changesToArchive),
    toInbox: (refs) => toRole(refs, 'inbox', 'move', listWords.done.inbox),
    toSpam: (refs) => toRole(refs, 'junk', 'move', listWords.done.spam),
    snooze: (refs, until, text) =>
      toRole(
        refs,
        'snoozed',
        'snooze',
        ({ count }) => snoozeWords.done({ count, when: text }),
        (_, ref, target) => changesToSnooze(mail, ref, until.toISOString(), target),
      ),
    unsnooze(refs) {
      leaving(refs, () =>
        say(snoozeWords.awake({ count: refs.length }), perform('unsnooze', refs, changesToWake)),
      )
    },
    remind(refs, at, text) {
      say(
        at ? snoozeWords.reminded({ when: text }) : snoozeWords.notReminded,
        perform('remind', refs, (_, ref) => changesToRemind(mail, ref, at)),
      )
    },
    categorise(refs, category, text) {
      const act = (): void => {
        say(
          text,
          perform('categorise', refs, (_, ref) => changesToCategorise(mail, ref, category)),
        )
      }
      const { category: shown } = desk.name
      if (shown && shown !== category) leaving(refs, act)
      else act()
    },
    mute: (refs) => toRole(refs, 'archive', 'mute', listWords.mute.done, changesToMute),
    unmute(refs) {
      say(listWords.mute.undone({ count: refs.length }), perform('unmute', refs, changesToUnmute))
    },
    trash: (refs) => toRole(refs, 'trash', 'trash', words.done.trash),
    destroy(refs) {
      leaving(refs, () => {
        const done = perform('destroy', refs, changesToDestroy)
        if (done) toasts.show({ text: words.done.destroy({ count: refs.length }), tone: 'plain' })
      })
    },
    move(refs, into) {
      const { going, targets, folder, stayed } = bound(refs, into)
      if (going.length === 0) return toasts.show({ text: labelWords.otherAccount, tone: 'problem' })
      leaving(going, () => {
        const done = perform('move', going, (_, ref) =>
          changesToMove(mail, ref, targets.get(ref.accountId) ?? ''),
        )
        say(words.done.move({ count: going.length, folder }) + stayed, done)
      })
    },
    label(refs, into, isOn) {
      const { going, targets, folder, stayed } = bound(refs, into)
      const done = perform(isOn ? 'label' : 'unlabel', going, (_, ref) =>
        changesToLabel(mail, ref, targets.get(ref.accountId) ?? '', isOn),
      )
      const textFor = isOn ? listWords.done.label : listWords.done.unlabel
      say(textFor({ count: going.length, name: folder }) + stayed, done)
    },
    markRead(refs) {
      say(words.done.read({ count: refs.length }), perform('mark-read', refs, changesToRead))
    },
    markUnread(refs) {
      const done = perform('mark-unread', refs, changesToUnread)
      say(words.done.unread({ count: refs.length }), done)
      if (desk.open && refs.some(({ threadId }) => threadId === desk.open?.threadId)) desk.closeThread()
    },
    markSeen(ref, emailIds) {
      const deed = perform(
        'mark-read',
        [ref],
        (_, thread) => new Map([...changesToRead(mail, thread)].filter(([id]) => emailIds.has(id))),
      )
      if (deed) undoStack.pushQuietly(deed)
    },
  }
}

/** Names for folders that plMail creates at the provider, where the name in the sidebar would not do. */
const folderNames: Partial<Record<MailboxRole, string>> = { snoozed: 'Snoozed (plMail)' }
