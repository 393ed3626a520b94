import type { Email } from '@plmail/wire'
import { conversationOf, type Records, type ThreadRef } from '../records/index.ts'
import type { Desk } from './desk.ts'
import type { ThreadDesk } from './thread-desk.ts'

/** The state on screen that decides on which message a command acts. */
export interface InFront {
  readonly records: Pick<Records, 'store'>
  readonly desk: Pick<Desk, 'list'>
  readonly threads: Pick<ThreadDesk, 'current'>
}

/**
 * The message of a conversation that a command on one message is about, of those that are fit for it: the one that was
 * chosen in the open conversation, else the newest. Watched.
 */
export function currentMessage(
  { records: { store }, desk, threads }: InFront,
  ref: ThreadRef,
  isFit: (email: Email) => boolean,
): Email | undefined {
  const emails = conversationOf(store, ref, desk.list.source)
  const chosen = threads.current?.message()
  const isChosen = ({ id }: Email): boolean => id === chosen?.emailId && ref.accountId === chosen.accountId
  return emails.find((email) => isChosen(email) && isFit(email)) ?? emails.findLast(isFit)
}

/** Whether there is a sender to do something about. */
export const isFromSomebody = ({ from, keywords }: Email): boolean =>
  !keywords['$draft'] && from?.[0] !== undefined
