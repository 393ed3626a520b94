import { emailSourceProperties, type EmailCreate, type EmailSource, type SetError } from '@plmail/wire'
import { createBatch, type Jmap } from '../../net/index.ts'

/** A draft as it stands on the server. */
export interface SavedDraft {
  readonly accountId: string
  readonly emailId: string
}

export type SaveOutcome =
  | { kind: 'saved'; draft: SavedDraft; wasReplaced: boolean }
  /** No answer: whether it is there is not known. */
  | { kind: 'unreachable' }
  | { kind: 'refused'; why: SetError }

/** Messages on the server that are not sent yet. A draft cannot be changed (RFC 8621 §4): each saving makes a new one. */
export interface Drafts {
  /** Returns the source of a reply, a forward or a draft; null when it is gone, undefined when no answer came. */
  source(accountId: string, emailId: string): Promise<EmailSource | null | undefined>
  /** `before` goes in the same request. `wasReplaced` is false when it was gone already: another window wrote on. */
  save(accountId: string, email: EmailCreate, before: SavedDraft | undefined): Promise<SaveOutcome>
  /** Drafts with one of these Message-IDs: what a lost answer may have left. */
  findByMessageId(accountId: string, messageIds: readonly string[]): Promise<string[] | undefined>
  /** True when they are gone. */
  destroy(accountId: string, emailIds: readonly string[]): Promise<boolean>
  /** The same files for another account, new ids by old ones; undefined when no answer came. */
  copyFiles(
    fromAccountId: string,
    accountId: string,
    blobIds: readonly string[],
  ): Promise<ReadonlyMap<string, string> | undefined>
}

/** A message longer than this is not quoted in full; what it is answered from fits by far. */
const maxTextLength = 2_000_000

export function createDrafts(jmap: Jmap): Drafts {
  async function destroy(accountId: string, emailIds: readonly string[]): Promise<boolean> {
    const batch = createBatch()
    const call = batch.add('Email/set', { accountId, verb: 'discard', destroy: [...emailIds] })
    return (await jmap.send(batch))?.of(call).ok === true
  }

  return {
    async source(accountId, emailId) {
      const batch = createBatch()
      const call = batch.add('Email/get', {
        accountId,
        ids: [emailId],
        properties: emailSourceProperties,
        fetchTextBodyValues: true,
        fetchHTMLBodyValues: true,
        maxBodyValueBytes: maxTextLength,
      })
      const answer = (await jmap.send(batch))?.of(call)
      if (!answer?.ok) return undefined
      // These properties make an EmailSource; the type of Email/get knows the ones of lists only.
      return (answer.value.list[0] as EmailSource | undefined) ?? null
    },
    async save(accountId, email, before) {
      const batch = createBatch()
      const call = batch.add('Email/set', {
        accountId,
        verb: 'create',
        create: { draft: { ...email } },
        ...(before?.accountId === accountId ? { destroy: [before.emailId] } : {}),
      })
      const answer = (await jmap.send(batch))?.of(call)
      if (!answer) return { kind: 'unreachable' }
      if (!answer.ok) return { kind: 'refused', why: answer.error }
      const made = answer.value.created?.['draft']
      if (!made) return { kind: 'refused', why: answer.value.notCreated?.['draft'] ?? { type: 'serverFail' } }
      if (before && before.accountId !== accountId) await destroy(before.accountId, [before.emailId])
      const wasReplaced = before === undefined || !answer.value.notDestroyed?.[before.emailId]
      return { kind: 'saved', draft: { accountId, emailId: made.id }, wasReplaced }
    },
    async findByMessageId(accountId, messageIds) {
      const batch = createBatch()
      const calls = messageIds.map((id) =>
        batch.add('Email/query', { accountId, filter: { header: ['Message-ID', id], hasKeyword: '$draft' } }),
      )
      const answers = await jmap.send(batch)
      if (!answers) return undefined
      return calls.flatMap((call) => {
        const answer = answers.of(call)
        return answer.ok ? answer.value.ids : []
      })
    },
    destroy,
    async copyFiles(fromAccountId, accountId, blobIds) {
      const batch = createBatch()
      const call = batch.add('Blob/copy', { fromAccountId, accountId, blobIds: [...blobIds] })
      const answer = (await jmap.send(batch))?.of(call)
      return answer?.ok ? new Map(Object.entries(answer.value.copied ?? {})) : undefined
    },
  }
}
