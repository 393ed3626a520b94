import type { Email, EmailSubmission, SetError, StateChange, SubmissionEnvelope } from '@plmail/wire'
import { emailListProperties } from '@plmail/wire'
import { createBatch, type Jmap } from '../../net/index.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import { createTopic } from '../core/topic.ts'

/** A message on its way out, with what its list shows of it. */
export interface Outgoing {
  readonly accountId: string
  readonly submission: EmailSubmission
  /** Undefined when the message itself is gone. */
  readonly email: Pick<Email, 'id' | 'subject' | 'to' | 'mailboxIds' | 'keywords'> | undefined
}

type SendOutcome =
  | { kind: 'sending'; id: string; sendAt: Date }
  | { kind: 'unreachable' }
  | {
      kind: 'refused'
      why: SetError & { invalidRecipients?: string[]; maxRecipients?: number; maxSize?: number }
    }

/** Sending, taking back, and what became of it. */
export interface SubmissionRecords {
  /**
   * Hands a saved draft over. Safe to repeat after `unreachable`: it looks first whether the draft is on its way
   * already, and the server does once what has the same name.
   */
  send(
    accountId: string,
    message: { identityId: string; emailId: string; envelope: SubmissionEnvelope },
    operation: string,
  ): Promise<SendOutcome>
  cancel(accountId: string, id: string): Promise<'canceled' | 'too-late' | 'unreachable'>
  /** Forgets one that is over. */
  forget(accountId: string, id: string): Promise<boolean>
  /** Watched. Newest first, over all accounts; undefined until the first answer. */
  all(): readonly Outgoing[] | undefined
  load(): Promise<boolean>
  /** Called with all of them after each answer. Answers how to end it. */
  listen(listener: (all: readonly Outgoing[]) => void): () => void
  /** A live event: what is shown is asked for anew. */
  changed(change: StateChange): void
}

export function createSubmissions(
  jmap: Jmap,
  accountIds: () => Promise<readonly string[]>,
): SubmissionRecords {
  const topic = createTopic()
  const listeners = new Set<(all: readonly Outgoing[]) => void>()
  let listed: readonly Outgoing[] | undefined
  let isWanted = false

  async function pendingOf(accountId: string, emailId: string): Promise<EmailSubmission | null | undefined> {
    const batch = createBatch()
    const query = batch.add('EmailSubmission/query', { accountId, filter: { emailIds: [emailId] } })
    const get = batch.add('EmailSubmission/get', {
      accountId,
      '#ids': { resultOf: query.id, name: query.name, path: '/ids' },
    })
    const answer = (await jmap.send(batch))?.of(get)
    if (!answer?.ok) return undefined
    return answer.value.list.find(({ undoStatus }) => undoStatus !== 'canceled') ?? null
  }

  async function ofAccount(accountId: string): Promise<Outgoing[] | undefined> {
    const batch = createBatch()
    const get = batch.add('EmailSubmission/get', { accountId, ids: null })
    const emails = batch.add('Email/get', {
      accountId,
      '#ids': { resultOf: get.id, name: get.name, path: '/list/*/emailId' },
      properties: emailListProperties,
    })
    const answers = await jmap.send(batch)
    const submissions = answers?.of(get)
    const emailList = answers?.of(emails)
    if (!submissions?.ok || !emailList?.ok) return undefined
    const byId = new Map(emailList.value.list.map((email) => [email.id, email as Email]))
    return submissions.value.list
      .filter(({ undoStatus }) => undoStatus !== 'canceled')
      .map((submission) => ({ accountId, submission, email: byId.get(submission.emailId) }))
  }

  async function read(): Promise<boolean> {
    const parts = await Promise.all((await accountIds()).map(ofAccount))
    if (parts.some((part) => part === undefined)) return false
    const all = parts
      .flatMap((part) => part ?? [])
      .toSorted((a, b) => b.submission.sendAt.localeCompare(a.submission.sendAt))
    listed = all
    topic.touch()
    for (const listener of listeners) listener(all)
    return true
  }

  const ask = oneAtATime(read)
  function load(): Promise<boolean> {
    isWanted = true
    return ask()
  }

  return {
    async send(accountId, { identityId, emailId, envelope }, operation) {
      const before = await pendingOf(accountId, emailId)
      if (before === undefined) return { kind: 'unreachable' }
      if (before) return { kind: 'sending', id: before.id, sendAt: new Date(before.sendAt) }
      const batch = createBatch()
      const create = { message: { identityId, emailId, envelope } }
      const call = batch.add('EmailSubmission/set', { accountId, create, operation })
      const answer = (await jmap.send(batch))?.of(call)
      if (!answer) return { kind: 'unreachable' }
      if (!answer.ok) return { kind: 'refused', why: answer.error }
      const created = answer.value.created?.['message']
      if (created) return { kind: 'sending', id: created.id, sendAt: new Date(created.sendAt) }
      return { kind: 'refused', why: answer.value.notCreated?.['message'] ?? { type: 'serverFail' } }
    },
    async cancel(accountId, id) {
      const batch = createBatch()
      const update = { [id]: { undoStatus: 'canceled' } }
      const call = batch.add('EmailSubmission/set', { accountId, update })
      const answer = (await jmap.send(batch))?.of(call)
      if (!answer?.ok) return 'unreachable'
      return answer.value.notUpdated?.[id] ? 'too-late' : 'canceled'
    },
    async forget(accountId, id) {
      const batch = createBatch()
      const call = batch.add('EmailSubmission/set', { accountId, destroy: [id] })
      const answer = (await jmap.send(batch))?.of(call)
      if (answer?.ok) await load()
      return answer?.ok === true
    },
    all() {
      topic.watch()
      return listed
    },
    load,
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    changed({ changed }) {
      const isAbout = Object.values(changed).some((types) => 'EmailSubmission' in types)
      // Nobody looks before the first load, which may have failed.
      if (isAbout && isWanted) void load()
    },
  }
}
