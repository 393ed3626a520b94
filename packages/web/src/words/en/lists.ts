import type { MailboxRole } from '@plmail/wire'
import { count, counted } from '../numbers.ts'

/** Lists of conversations: what they are narrowed to, what is selected in them, what they say when there is nothing. */
export const lists = {
  unreadOnly: 'Unread only',
  showAll: 'Show all',
  unread: (n: number) => `${count(n)} unread`,
  /** Text for a longer list of which only this part is available now. */
  onDevice: (n: number) => `${count(n)} on this device`,
  done: {
    inbox: (n: number) => (n === 1 ? 'Moved to Inbox' : `${count(n)} moved to Inbox`),
    spam: (n: number) => (n === 1 ? 'Moved to Spam' : `${count(n)} moved to Spam`),
    unlabel: (n: number, name: string) =>
      n === 1 ? `Not in ${name} any more` : `${count(n)} not in ${name} any more`,
    label: (n: number, name: string) => (n === 1 ? `Also in ${name}` : `${count(n)} also in ${name}`),
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
  mute: {
    done: (n: number) => `${counted(n, 'conversation', 'conversations')} muted: replies skip the Inbox`,
    undone: (n: number) => `${counted(n, 'conversation', 'conversations')} no longer muted`,
    title: 'Mute conversation',
    unmute: 'Unmute',
  },
}
