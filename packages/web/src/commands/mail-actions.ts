import type { Category, Email, MailboxRole } from '@plmail/wire'
import {
  mailboxOfLabel,
  type EmailChange,
  type MailboxRef,
  type Records,
  type ThreadRef,
} from '../records/index.ts'
import { labelWords, listWords, roleName, snoozeWords, words } from '../words/index.ts'
import type { Desk } from './desk.ts'
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
  /** Each to the mailbox that its own account has for the label of `into`; where there is none it stays, and that is said. */
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
    return { undo: () => done.forEach((deed) => deed.undo()) }
  }

  function say(text: string, done: Done | undefined): void {
    if (!done) return
    undoStack.push(done, toasts, text)
  }

  /**
   * Returns the messages of the thread that are in the list it is seen in; all of them when it is seen from elsewhere.
   */
  function emailsHere(ref: ThreadRef): Email[] {
    const emails = store.peekEmailsOf(ref)
    const mailboxId = desk.list.source.mailboxIn(ref.accountId)
    const emailsInMailbox = emails.filter((email) => mailboxId !== undefined && email.mailboxIds[mailboxId])
    return emailsInMailbox.length > 0 ? emailsInMailbox : emails
  }

  function movedTo(
    ref: ThreadRef,
    target: string,
    from = desk.list.source.mailboxIn(ref.accountId),
  ): Changes {
    return changesFor(emailsHere(ref), (email) => moved(email, target, from))
  }

  /** Only what lies in the list, or in the Inbox where the list is a view: sent mail of a conversation stays where it is. */
  function archived(ref: ThreadRef, target: string): Changes {
    const { accountId } = ref
    const from = desk.list.source.mailboxIn(accountId) ?? store.mailboxWithRole(accountId, 'inbox')?.id
    const emails = store.peekEmailsOf(ref)
    const changes = changesFor(
      emails.filter(({ mailboxIds }) => from !== undefined && mailboxIds[from]),
      (email) => moved(email, target, from),
    )
    for (const { id, followUp } of emails)
      if (followUp?.isDue) changes.set(id, { ...valuesOf(changes.get(id)), followUp: null })
    return changes
  }

  /** Archived, with a mark on every message: whichever a reply joins, it is muted. */
  function muted(ref: ThreadRef, target: string): Changes {
    const changes = archived(ref, target)
    for (const { id } of store.peekEmailsOf(ref))
      changes.set(id, { ...valuesOf(changes.get(id)), 'keywords/$muted': true })
    return changes
  }

  /** From the Inbox to the snoozed, or from where it is when nothing of it is in the Inbox. */
  function snoozedUntil(ref: ThreadRef, until: string, target: string): Changes {
    const inbox = store.mailboxWithRole(ref.accountId, 'inbox')?.id
    const emails = store
      .peekEmailsOf(ref)
      .filter(({ mailboxIds }) => inbox !== undefined && mailboxIds[inbox])
    const moving = emails.length > 0 ? emails : newest(emailsHere(ref))
    return changesFor(moving, (email) => ({
      ...moved(email, target, emails.length > 0 ? inbox : undefined),
      snoozed: { until, wokenAt: null, wokenBy: null },
    }))
  }

  function awake(ref: ThreadRef): Changes {
    const [inbox, from] = [
      store.mailboxWithRole(ref.accountId, 'inbox')?.id ?? '',
      store.mailboxWithRole(ref.accountId, 'snoozed')?.id ?? '',
    ]
    const away = store.peekEmailsOf(ref).filter(({ mailboxIds }) => mailboxIds[from])
    // The server knows where it was before; the Inbox is the best guess until it says so.
    return changesFor(away, (email) => ({ ...moved(email, inbox, from), snoozed: null }))
  }

  function moved(email: Email, target: string, from: string | undefined): Exclude<EmailChange, 'destroy'> {
    const mailboxIds = from !== undefined && email.mailboxIds[from] ? [from] : Object.keys(email.mailboxIds)
    const change: Exclude<EmailChange, 'destroy'> = {}
    for (const id of mailboxIds) change[`mailboxIds/${id}`] = null
    change[`mailboxIds/${target}`] = true
    return change
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
    changesOf: (ref: ThreadRef, target: string) => Changes = movedTo,
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
      const done = perform(verb, refs, (ref) => changesOf(ref, targets.get(ref.accountId) ?? ''))
      say(textFor({ count: refs.length }), done)
    })
  }

  /** Which of the conversations have the label in their own account, and what is said of those that have not. */
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
    archive: (refs) => toRole(refs, 'archive', 'archive', words.done.archive, archived),
    toInbox: (refs) => toRole(refs, 'inbox', 'move', listWords.done.inbox),
    toSpam: (refs) => toRole(refs, 'junk', 'move', listWords.done.spam),
    snooze: (refs, until, text) =>
      toRole(
        refs,
        'snoozed',
        'snooze',
        ({ count }) => snoozeWords.done({ count, when: text }),
        (ref, target) => snoozedUntil(ref, until.toISOString(), target),
      ),
    unsnooze(refs) {
      leaving(refs, () => say(snoozeWords.awake({ count: refs.length }), perform('unsnooze', refs, awake)))
    },
    remind(refs, at, text) {
      const changesOf = (ref: ThreadRef) => {
        const emails = store.peekEmailsOf(ref)
        return at
          ? changesFor(newest(emails), () => ({ followUp: { at: at.toISOString(), isDue: false } }))
          : changesFor(
              emails.filter(({ followUp }) => followUp),
              () => ({ followUp: null }),
            )
      }
      say(
        at ? snoozeWords.reminded({ when: text }) : snoozeWords.notReminded,
        perform('remind', refs, changesOf),
      )
    },
    categorise(refs, category, text) {
      const act = (): void => {
        // Said of the newest that will last: a draft goes when it is sent, and what was said with it.
        const changesOf = (ref: ThreadRef): Changes =>
          changesFor(newest(emailsHere(ref).filter(({ keywords }) => !keywords['$draft'])), () => ({
            categoryByHand: category,
          }))
        say(text, perform('categorise', refs, changesOf))
      }
      const { category: shown } = desk.name
      if (shown && shown !== category) leaving(refs, act)
      else act()
    },
    mute: (refs) => toRole(refs, 'archive', 'mute', listWords.mute.done, muted),
    unmute(refs) {
      const changesOf = (ref: ThreadRef): Changes =>
        changesFor(
          store.peekEmailsOf(ref).filter(({ keywords }) => keywords['$muted']),
          () => ({ 'keywords/$muted': null }),
        )
      say(listWords.mute.undone({ count: refs.length }), perform('unmute', refs, changesOf))
    },
    trash: (refs) => toRole(refs, 'trash', 'trash', words.done.trash),
    destroy(refs) {
      leaving(refs, () => {
        const done = perform('destroy', refs, (ref) => changesFor(emailsHere(ref), () => 'destroy'))
        if (done) toasts.show({ text: words.done.destroy({ count: refs.length }), tone: 'plain' })
      })
    },
    move(refs, into) {
      const { going, targets, folder, stayed } = bound(refs, into)
      if (going.length === 0) return toasts.show({ text: labelWords.otherAccount, tone: 'problem' })
      leaving(going, () => {
        const done = perform('move', going, (ref) => movedTo(ref, targets.get(ref.accountId) ?? ''))
        say(words.done.move({ count: going.length, folder }) + stayed, done)
      })
    },
    label(refs, into, isOn) {
      const { going, targets, folder, stayed } = bound(refs, into)
      const done = perform(isOn ? 'label' : 'unlabel', going, (ref) => {
        const id = targets.get(ref.accountId) ?? ''
        if (isOn) return changesFor(emailsHere(ref), () => inMailbox(id, true))
        const labelled = store.peekEmailsOf(ref).filter(({ mailboxIds }) => mailboxIds[id])
        return changesFor(labelled, (email) =>
          // Mail that carries nothing else stays in the archive.
          Object.keys(email.mailboxIds).length > 1
            ? inMailbox(id, null)
            : moved(email, store.mailboxWithRole(ref.accountId, 'archive')?.id ?? id, id),
        )
      })
      const textFor = isOn ? listWords.done.label : listWords.done.unlabel
      say(textFor({ count: going.length, name: folder }) + stayed, done)
    },
    markRead(refs) {
      say(words.done.read({ count: refs.length }), perform('mark-read', refs, unseen))
    },
    markUnread(refs) {
      const done = perform('mark-unread', refs, (ref) =>
        changesFor(newest(emailsHere(ref)), () => ({ 'keywords/$seen': null })),
      )
      say(words.done.unread({ count: refs.length }), done)
      if (desk.open && refs.some(({ threadId }) => threadId === desk.open?.threadId)) desk.closeThread()
    },
    markSeen(ref, emailIds) {
      const deed = perform(
        'mark-read',
        [ref],
        (thread) => new Map([...unseen(thread)].filter(([id]) => emailIds.has(id))),
      )
      if (deed) undoStack.pushQuietly(deed)
    },
  }
}

const valuesOf = (change: EmailChange | undefined) => (change === 'destroy' ? {} : change)

function inMailbox(mailboxId: string, value: true | null): EmailChange {
  const path: `mailboxIds/${string}` = `mailboxIds/${mailboxId}`
  return { [path]: value } as EmailChange
}

/** Names for folders that plMail creates at the provider, where the name in the sidebar would not do. */
const folderNames: Partial<Record<MailboxRole, string>> = { snoozed: 'Snoozed (plMail)' }

function changesFor(emails: readonly Email[], change: (email: Email) => EmailChange): Changes {
  return new Map(emails.map((email) => [email.id, change(email)]))
}

/** Threads are oldest first. */
function newest(emails: readonly Email[]): Email[] {
  return emails.slice(-1)
}
