import { emailReadingProperties, threadProperties, type ChangesResult } from '@plmail/wire'
import { createBatch, resultOf, type Answers, type Call, type Jmap } from '../../net/index.ts'
import type { MailRecords } from './store.ts'

/** How one account's records followed the server. `too-old`: the server no longer knows what changed since. */
export type Followed = 'done' | 'unreachable' | 'too-old'

/** All mailboxes of an account; its state, or undefined when no answer came. `onAnswer` runs before they are held. */
export async function loadMailboxes(
  jmap: Jmap,
  store: MailRecords,
  accountId: string,
  onAnswer: () => void = () => undefined,
): Promise<string | undefined> {
  const batch = createBatch()
  const call = batch.add('Mailbox/get', { accountId, ids: null })
  const answer = (await jmap.send(batch))?.of(call)
  if (!answer?.ok) return undefined
  onAnswer()
  store.putMailboxes(accountId, answer.value, true)
  return answer.value.state
}

/**
 * Brings what is held of one account from `since` to now: three `changes` in one request, then a `get` of only
 * what this client holds, and of `doubtful` emails. Returns the new state to go on from.
 */
export async function follow(
  jmap: Jmap,
  store: MailRecords,
  accountId: string,
  since: string,
  doubtful: readonly string[],
): Promise<{ followed: Followed; state: string }> {
  let state = since
  for (;;) {
    const step = await followOnce(jmap, store, { accountId, sinceState: state, doubtful })
    if (typeof step === 'string') return { followed: step, state }
    state = step.state
    if (!step.hasMore) return { followed: 'done', state }
  }
}

type Step = { state: string; hasMore: boolean }

interface FollowedState {
  accountId: string
  sinceState: string
  doubtful: readonly string[]
}

async function followOnce(
  jmap: Jmap,
  store: MailRecords,
  { accountId, sinceState, doubtful }: FollowedState,
): Promise<Step | 'unreachable' | 'too-old'> {
  const batch = createBatch()
  const args = { accountId, sinceState, maxChanges }
  const calls = {
    emails: batch.add('Email/changes', args),
    threads: batch.add('Thread/changes', args),
    mailboxes: batch.add('Mailbox/changes', args),
  }
  const updated = batch.add('Mailbox/get', { accountId, '#ids': resultOf(calls.mailboxes, '/updated') })
  const created = batch.add('Mailbox/get', { accountId, '#ids': resultOf(calls.mailboxes, '/created') })
  const answers = await jmap.send(batch)
  if (!answers) return 'unreachable'
  const changes = changesOf(answers, calls)
  if (typeof changes === 'string') return changes
  for (const call of [updated, created]) {
    const answer = answers.of(call)
    if (!answer.ok) return 'unreachable'
    store.putMailboxes(accountId, answer.value, false)
  }
  const { emails, threads, mailboxes } = changes
  if (mailboxes.destroyed.length > 0) store.removeMailboxes(accountId, mailboxes.destroyed)
  if (!(await pull(jmap, store, { accountId, emails, threads, doubtful }))) return 'unreachable'
  const hasMore = emails.hasMoreChanges || threads.hasMoreChanges || mailboxes.hasMoreChanges
  return { state: lowest([emails, threads, mailboxes]), hasMore }
}

function changesOf(
  answers: Answers,
  calls: {
    emails: Call<'Email/changes'>
    threads: Call<'Thread/changes'>
    mailboxes: Call<'Mailbox/changes'>
  },
): { emails: ChangesResult; threads: ChangesResult; mailboxes: ChangesResult } | Exclude<Followed, 'done'> {
  const emails = answers.of(calls.emails)
  const threads = answers.of(calls.threads)
  const mailboxes = answers.of(calls.mailboxes)
  if (!emails.ok || !threads.ok || !mailboxes.ok) {
    const isTooOld = [emails, threads, mailboxes].some(
      (answer) => !answer.ok && answer.error.type === 'cannotCalculateChanges',
    )
    // Whatever else went wrong over there, what is held stays as true as it was.
    return isTooOld ? 'too-old' : 'unreachable'
  }
  return { emails: emails.value, threads: threads.value, mailboxes: mailboxes.value }
}

/**
 * States are decimal numbers, one count for all types of an account: going on from the lowest misses nothing, neither
 * what was cut off nor what was written between two calls of a request.
 */
function lowest(changes: readonly ChangesResult[]): string {
  return String(Math.min(...changes.map(({ newState }) => Number(newState))))
}

interface PulledChanges {
  accountId: string
  emails: ChangesResult
  threads: ChangesResult
  doubtful: readonly string[]
}

/** Fetches what is held and changed, and the emails of held threads that grew. */
async function pull(
  jmap: Jmap,
  store: MailRecords,
  { accountId, emails, threads, doubtful }: PulledChanges,
): Promise<boolean> {
  const askedAt = store.mark()
  const knownThreads = store.knownThreads(accountId, [...threads.created, ...threads.updated])
  const knownEmails = store.knownEmails(accountId, [...new Set([...emails.updated, ...doubtful])])
  const grown = knownThreads.length > 0 ? emails.created : []
  const batch = createBatch()
  const threadCall =
    knownThreads.length > 0
      ? batch.add('Thread/get', { accountId, ids: knownThreads, properties: threadProperties })
      : undefined
  const ids = [...knownEmails, ...grown.slice(-maxGrown)]
  const emailCall =
    ids.length > 0
      ? batch.add('Email/get', { accountId, ids, properties: emailReadingProperties })
      : undefined
  const answers = batch.calls.length > 0 ? await jmap.send(batch) : undefined
  if (batch.calls.length > 0 && !answers) return false
  const emailAnswer = emailCall && answers?.of(emailCall)
  const threadAnswer = threadCall && answers?.of(threadCall)
  if (emailAnswer?.ok === false || threadAnswer?.ok === false) return false
  // With what was fetched, not before: a page that goes in between would drop what it holds from the disk.
  store.outdate(
    accountId,
    [...emails.updated, ...emails.destroyed],
    [...threads.updated, ...threads.destroyed],
  )
  if (emailAnswer) {
    store.putEmails(accountId, emailAnswer.value, askedAt)
    store.removeEmails(accountId, emailAnswer.value.notFound)
  }
  if (threadAnswer) store.putThreads(accountId, threadAnswer.value)
  store.removeEmails(accountId, emails.destroyed)
  store.removeThreads(accountId, threads.destroyed)
  return true
}

/** During an import thousands arrive; a held thread that grew by one of them is completed when it is opened. */
const maxGrown = 50

/**
 * Number of changes per type in one answer: with the grown threads they must be few enough to be fetched together
 * (docs/jmap.md, limits).
 */
const maxChanges = 900
