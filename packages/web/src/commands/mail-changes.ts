import type { Category, Email } from '@plmail/wire'
import type { EmailChange, Records, ThreadRef } from '../records/index.ts'

/** The changes that one action makes to the messages of a thread, by message id. */
export type EmailChanges = Map<string, EmailChange>

/** The mail that actions read: which messages of a thread they mean, and what they do to each. Nothing is written here. */
export interface ListedMail {
  store: Records['store']
  /** The mailbox of an account that the list on screen shows; none where the list is a view. */
  mailboxIn: (accountId: string) => string | undefined
}

/**
 * Returns the messages of the thread that are in the list it is seen in; all of them when it is seen from elsewhere.
 */
function emailsHere({ store, mailboxIn }: ListedMail, ref: ThreadRef): Email[] {
  const emails = store.peekEmailsOf(ref)
  const mailboxId = mailboxIn(ref.accountId)
  const emailsInMailbox = emails.filter((email) => mailboxId !== undefined && email.mailboxIds[mailboxId])
  return emailsInMailbox.length > 0 ? emailsInMailbox : emails
}

export function changesToMove(
  mail: ListedMail,
  ref: ThreadRef,
  target: string,
  from = mail.mailboxIn(ref.accountId),
): EmailChanges {
  return changesFor(emailsHere(mail, ref), (email) => moved(email, target, from))
}

/** Only what lies in the list, or in the Inbox where the list is a view: sent mail of a conversation stays where it is. */
export function changesToArchive(mail: ListedMail, ref: ThreadRef, target: string): EmailChanges {
  const { accountId } = ref
  const from = mail.mailboxIn(accountId) ?? mail.store.mailboxWithRole(accountId, 'inbox')?.id
  const emails = mail.store.peekEmailsOf(ref)
  const changes = changesFor(
    emails.filter(({ mailboxIds }) => from !== undefined && mailboxIds[from]),
    (email) => moved(email, target, from),
  )
  for (const { id, followUp } of emails)
    if (followUp?.isDue) changes.set(id, { ...valuesOf(changes.get(id)), followUp: null })
  return changes
}

/** Archived, with a mark on every message: whichever a reply joins, it is muted. */
export function changesToMute(mail: ListedMail, ref: ThreadRef, target: string): EmailChanges {
  const changes = changesToArchive(mail, ref, target)
  for (const { id } of mail.store.peekEmailsOf(ref))
    changes.set(id, { ...valuesOf(changes.get(id)), 'keywords/$muted': true })
  return changes
}

/** From the Inbox to the snoozed, or from where it is when nothing of it is in the Inbox. */
export function changesToSnooze(
  mail: ListedMail,
  ref: ThreadRef,
  until: string,
  target: string,
): EmailChanges {
  const inbox = mail.store.mailboxWithRole(ref.accountId, 'inbox')?.id
  const emails = mail.store
    .peekEmailsOf(ref)
    .filter(({ mailboxIds }) => inbox !== undefined && mailboxIds[inbox])
  const moving = emails.length > 0 ? emails : newest(emailsHere(mail, ref))
  return changesFor(moving, (email) => ({
    ...moved(email, target, emails.length > 0 ? inbox : undefined),
    snoozed: { until, wokenAt: null, wokenBy: null },
  }))
}

export function changesToWake(mail: ListedMail, ref: ThreadRef): EmailChanges {
  const [inbox, from] = [
    mail.store.mailboxWithRole(ref.accountId, 'inbox')?.id ?? '',
    mail.store.mailboxWithRole(ref.accountId, 'snoozed')?.id ?? '',
  ]
  const away = mail.store.peekEmailsOf(ref).filter(({ mailboxIds }) => mailboxIds[from])
  // Only the server knows the folder it came from; the Inbox is the best guess until it answers.
  return changesFor(away, (email) => ({ ...moved(email, inbox, from), snoozed: null }))
}

export function changesToRead(mail: ListedMail, ref: ThreadRef): EmailChanges {
  return changesFor(
    mail.store.peekEmailsOf(ref).filter((email) => !email.keywords['$seen']),
    () => ({ 'keywords/$seen': true }),
  )
}

/** A star is put on the newest message, and taken off all of them. */
export function changesToStar(mail: ListedMail, ref: ThreadRef, isOn: boolean): EmailChanges {
  return isOn
    ? changesFor(newest(emailsHere(mail, ref)), () => ({ 'keywords/$flagged': true }))
    : changesFor(starredEmails(mail, ref), () => ({ 'keywords/$flagged': null }))
}

export function starredEmails({ store }: ListedMail, ref: ThreadRef): Email[] {
  return store.peekEmailsOf(ref).filter(({ keywords }) => keywords['$flagged'])
}

export function changesToRemind(mail: ListedMail, ref: ThreadRef, at: Date | null): EmailChanges {
  const emails = mail.store.peekEmailsOf(ref)
  return at
    ? changesFor(newest(emails), () => ({ followUp: { at: at.toISOString(), isDue: false } }))
    : changesFor(
        emails.filter(({ followUp }) => followUp),
        () => ({ followUp: null }),
      )
}

/** The newest message that stays carries the keyword: a draft, and its keywords, go when it is sent. */
export function changesToCategorise(mail: ListedMail, ref: ThreadRef, category: Category): EmailChanges {
  const lasting = emailsHere(mail, ref).filter(({ keywords }) => !keywords['$draft'])
  return changesFor(newest(lasting), () => ({ categoryByHand: category }))
}

export function changesToUnmute(mail: ListedMail, ref: ThreadRef): EmailChanges {
  const emails = mail.store.peekEmailsOf(ref).filter(({ keywords }) => keywords['$muted'])
  return changesFor(emails, () => ({ 'keywords/$muted': null }))
}

/** Mail that carries nothing but the label stays in the archive when it is taken off. */
export function changesToLabel(
  mail: ListedMail,
  ref: ThreadRef,
  mailboxId: string,
  isOn: boolean,
): EmailChanges {
  if (isOn) return changesFor(emailsHere(mail, ref), () => inMailbox(mailboxId, true))
  const emails = mail.store.peekEmailsOf(ref).filter(({ mailboxIds }) => mailboxIds[mailboxId])
  const archive = mail.store.mailboxWithRole(ref.accountId, 'archive')?.id ?? mailboxId
  return changesFor(emails, (email) =>
    Object.keys(email.mailboxIds).length > 1 ? inMailbox(mailboxId, null) : moved(email, archive, mailboxId),
  )
}

export function changesToDestroy(mail: ListedMail, ref: ThreadRef): EmailChanges {
  return changesFor(emailsHere(mail, ref), () => 'destroy')
}

/** The newest is enough to bring a conversation back among what is to be read. */
export function changesToUnread(mail: ListedMail, ref: ThreadRef): EmailChanges {
  return changesFor(newest(emailsHere(mail, ref)), () => ({ 'keywords/$seen': null }))
}

function moved(email: Email, target: string, from: string | undefined): Exclude<EmailChange, 'destroy'> {
  const mailboxIds = from !== undefined && email.mailboxIds[from] ? [from] : Object.keys(email.mailboxIds)
  const change: Exclude<EmailChange, 'destroy'> = {}
  for (const id of mailboxIds) change[`mailboxIds/${id}`] = null
  change[`mailboxIds/${target}`] = true
  return change
}

const valuesOf = (change: EmailChange | undefined) => (change === 'destroy' ? {} : change)

function inMailbox(mailboxId: string, value: true | null): EmailChange {
  const path: `mailboxIds/${string}` = `mailboxIds/${mailboxId}`
  return { [path]: value } as EmailChange
}

function changesFor(emails: readonly Email[], change: (email: Email) => EmailChange): EmailChanges {
  return new Map(emails.map((email) => [email.id, change(email)]))
}

/** Threads are oldest first. */
function newest(emails: readonly Email[]): Email[] {
  return emails.slice(-1)
}
