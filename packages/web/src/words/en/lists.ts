import type { MailboxRole } from '@plmail/wire'
import { count, counted } from '../numbers.ts'

/** Lists of conversations: what they are narrowed to, what is selected in them, what they say when there is nothing. */
export const lists = {
  unreadOnly: 'Unread only',
  showAll: 'Show all',
  isUnreadOnly: 'Only unread mail is shown.',
  unread: (n: number) => `${count(n)} unread`,
  new: 'New',
  newSince: (n: number) => counted(n, 'new conversation', 'new conversations'),
  restOf: (name: string) => `Everything in ${name}`,
  done: {
    inbox: (n: number) => (n === 1 ? 'Moved to Inbox' : `${count(n)} moved to Inbox`),
    spam: (n: number) => (n === 1 ? 'Moved to Spam' : `${count(n)} moved to Spam`),
    unlabel: (n: number, name: string) =>
      n === 1 ? `Not in ${name} any more` : `${count(n)} not in ${name} any more`,
    label: (n: number, name: string) => (n === 1 ? `Also in ${name}` : `${count(n)} also in ${name}`),
  },
  select: {
    loaded: (n: number) => `${counted(n, 'conversation', 'conversations')} selected.`,
    everything: (n: number) => `Select all ${count(n)} in this list`,
    all: (n: number) => `All ${count(n)} conversations in this list are selected.`,
    undo: 'Select only these',
  },
  bulk: {
    running: (done: number, total: number) => `${count(done)} of ${count(total)} done`,
    label: 'Working through the list',
    done: (n: number) => `${counted(n, 'conversation', 'conversations')} done`,
    undone: 'Everything is being taken back',
    failed: 'That could not be done for the whole list.',
    stopped: 'This window lost sight of it; the server goes on.',
  },
  empty: {
    unread: 'Nothing unread here.',
    inbox: 'Nothing in your inbox.',
    flagged: 'No starred mail. A star marks what you want to find again.',
    snoozed: 'Nothing is snoozed. What you snooze waits here until its time.',
    sent: 'Nothing sent yet.',
    drafts: 'No drafts.',
    archive: 'The archive is empty.',
    all: 'There is no mail yet.',
    junk: 'No spam.',
    trash: 'The trash is empty.',
    important: 'Nothing important.',
  } satisfies Partial<Record<MailboxRole | 'unread', string>> as Partial<
    Record<MailboxRole | 'unread', string>
  >,
}
