import type { Category, CategoryCount, Email, Mailbox, Preferences } from '@plmail/wire'
import { createBatch } from '../../net/index.ts'
import type { ListName } from './list-name.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import type { Records } from '../records.ts'
import { threadKey, type MailRecords, type ThreadKey, type ThreadRef } from '../mail/store.ts'
import { createTopic } from '../core/topic.ts'

/** How much of each category a list holds: as the server counted, with what was decided here since. */
export interface CategoryCounts {
  /** Watched. All five, in their order; undefined until they were counted once. */
  all(): readonly CategoryCount[] | undefined
  /** Watched. Nobody could be asked so far. */
  readonly hasFailed: boolean
  /** Counts anew; false when no answer came. */
  refresh(): Promise<boolean>
  end(): void
}

/** The share of one conversation in the counts; undefined where it is not in the list. */
type Share = { category: Category; isUnread: boolean; newestAt: string } | undefined

/** `seenAt`: until when mail of each category was seen. */
export function createCategoryCounts(
  { context, store, alongside }: Pick<Records, 'context' | 'store' | 'alongside'>,
  whole: ListName,
  seenAt: () => Preferences['tabsSeenAt'],
): CategoryCounts {
  const topic = createTopic()
  /** Shares of locally changed conversations in the server's counts. */
  let counted = new Map<ThreadKey, { ref: ThreadRef; share: Share }>()
  let reported: readonly CategoryCount[] | undefined
  /** The times since which the reported counts call a conversation fresh. */
  let reportedSince: Preferences['tabsSeenAt'] = {}
  let hasFailed = false

  const refresh = oneAtATime(async () => {
    const isTold = await ask()
    hasFailed = reported === undefined && !isTold
    topic.touch()
    return isTold
  })
  const unlisten = store.onLocalChange((refs) => {
    const isSettled = refs.some((ref) => counted.has(threadKey(ref)) && !store.isPending(ref))
    for (const ref of refs) {
      const key = threadKey(ref)
      const isKnown = store.confirmed(ref)?.thread.category !== undefined
      // The first of several local changes keeps the last confirmed counts of the server.
      if (isKnown && !counted.has(key)) counted.set(key, { ref, share: shareAtServer(store, whole, ref) })
    }
    topic.touch()
    if (isSettled) void refresh()
  })

  async function ask(): Promise<boolean> {
    const [askedAt, since] = [store.mark(), seenAt()]
    const batch = createBatch()
    const call = batch.add('List/categories', { ...whole, seenAt: since })
    const answer = (await context.jmap.send(batch))?.of(call)
    if (!answer?.ok) return false
    const unsure = [...counted].filter(([, { ref }]) => store.isNewerHere(ref, '', askedAt))
    // The answer may or may not include changes on their way; the counts are fetched again once those have arrived.
    if (reported && unsure.length > 0) return true
    reported = answer.value.list
    reportedSince = since
    counted = new Map(unsure)
    return true
  }

  const leave = alongside({ refresh })

  function all(): readonly CategoryCount[] | undefined {
    topic.watch()
    if (!reported || counted.size === 0) return reported
    const sums = new Map(reported.map((count) => [count.category, { ...count }]))
    const add = (share: Share, by: 1 | -1): void => {
      const sum = share && sums.get(share.category)
      if (!sum) return
      const isFresh = share.isUnread && share.newestAt > (reportedSince[share.category] ?? '')
      sum.total += by
      sum.unread += share.isUnread ? by : 0
      sum.fresh += isFresh ? by : 0
    }
    for (const { ref, share } of counted.values()) {
      add(share, -1)
      add(shareHere(store, whole, ref), 1)
    }
    return [...sums.values()]
  }

  return {
    all,
    get hasFailed() {
      topic.watch()
      return hasFailed
    },
    refresh,
    end() {
      leave()
      unlisten()
    },
  }
}

/** The conversation as the server last reported it. */
function shareAtServer(store: MailRecords, whole: ListName, ref: ThreadRef): Share {
  const cached = store.confirmed(ref)
  return (
    cached &&
    shareOf(store, { whole, threadRef: ref, category: cached.thread.category?.name, emails: cached.emails })
  )
}

/** As it is with what was decided here. */
const shareHere = (store: MailRecords, whole: ListName, ref: ThreadRef): Share =>
  shareOf(store, {
    whole,
    threadRef: ref,
    category: store.peekCategory(ref),
    emails: store.peekEmailsOf(ref),
  })

interface CountedShare {
  whole: ListName
  threadRef: ThreadRef
  category: Category | undefined
  emails: readonly Email[]
}

function shareOf(
  store: MailRecords,
  { whole, threadRef: { accountId }, category, emails }: CountedShare,
): Share {
  const boxes = store.peekMailboxes(accountId)
  const isListed = ({ id, role }: Mailbox): boolean =>
    'role' in whole ? role === whole.role : accountId === whole.accountId && id === whole.mailboxId
  const box = boxes.find(isListed)?.id
  const trash = boxes.find(({ role }) => role === 'trash')?.id
  const newestAt = emails.findLast(({ mailboxIds }) => box !== undefined && mailboxIds[box])?.receivedAt
  if (!category || newestAt === undefined) return undefined
  // As the server has it: what lies in the Trash alone makes a conversation unread nowhere else.
  const isUnread = emails.some(
    ({ keywords, mailboxIds }) =>
      !keywords['$seen'] && !keywords['$draft'] && !Object.keys(mailboxIds).every((id) => id === trash),
  )
  return { category, isUnread, newestAt }
}
