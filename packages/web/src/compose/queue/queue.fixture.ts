import { client } from '../../commands/client.fixture.ts'
import { createUndoStack, type App } from '../../commands/index.ts'
import type { QueuedMessages, QueuedMessage } from '../../disk/index.ts'
import type { BlobUpload } from '../../net/index.ts'
import type { Args } from '../../records/mail/mail-methods.fixture.ts'
import { createMessageQueue } from './message-queue.ts'
import type { QueuedContent } from './queued-content.ts'

interface ServerDraft {
  id: string
  messageId: string
  attachments?: string[]
}

const attachedBlobs = ({ attachments }: Args): string[] =>
  (attachments as { blobId: string }[]).map(({ blobId }) => blobId)

/** A server that keeps drafts and sends them, with a name for each submission, and the windows of a browser before it. */
export async function sendingBrowser() {
  const { server, records, outbox, toasts, compose, dialogs } = await client(1, ['inbox', 'drafts', 'sent'])
  const drafts: ServerDraft[] = []
  const submissions: Args[] = []
  const byOperation = new Map<unknown, Args>()
  let counter = 100

  /** The answers to the next call of this method, and all after it, do not come back; so it is until `losesAnswers` is false. */
  const losing = { from: undefined as string | undefined }
  const loseFrom = (method: string): void => {
    if (losing.from === method) server.losesAnswers = true
    if (losing.from === method) losing.from = undefined
  }

  const emailSet = (args: Args): Args => {
    loseFrom('Email/set')
    const created: Args = {}
    for (const [name, email] of Object.entries((args['create'] ?? {}) as Record<string, Args>)) {
      const [messageId = ''] = email['messageId'] as string[]
      drafts.push({ id: `M${String((counter += 1))}`, messageId, attachments: attachedBlobs(email) })
      created[name] = { id: `M${String(counter)}` }
    }
    for (const id of (args['destroy'] ?? []) as string[]) {
      const at = drafts.findIndex((draft) => draft.id === id)
      if (at >= 0) drafts.splice(at, 1)
    }
    return { created, newState: '1' }
  }
  server.teach('Email/set', emailSet)
  server.teach('Email/query', ({ filter }) => {
    const [, messageId] = (filter as { header: [string, string] }).header
    return { ids: drafts.filter((draft) => draft.messageId === messageId).map(({ id }) => id) }
  })
  server.teach('EmailSubmission/query', ({ filter }) => {
    const { operations, emailIds } = filter as { operations?: string[]; emailIds?: string[] }
    const matches = submissions.filter(
      ({ operation, emailId }) =>
        (operations?.includes(String(operation)) ?? true) && (emailIds?.includes(String(emailId)) ?? true),
    )
    return { ids: matches.map(({ id }) => id) }
  })
  server.teach('EmailSubmission/get', ({ ids }) => ({
    list: submissions.filter(({ id }) => ids === null || (ids as unknown[]).includes(id)),
  }))
  server.teach('EmailSubmission/set', ({ create, update, operation }) => {
    for (const [id, patch] of Object.entries((update ?? {}) as Record<string, Args>))
      Object.assign(submissions.find((submission) => submission['id'] === id) ?? {}, patch)
    if (!create) return { updated: update }
    loseFrom('EmailSubmission/set')
    const { message } = create as { message: Args }
    const refusal = refusing.why
    if (refusal) return { notCreated: { message: refusal } }
    const submission = byOperation.get(operation) ?? {
      id: `S${String(submissions.length + 1)}`,
      operation,
      ...message,
      undoStatus: 'pending',
      sendAt: '2026-03-01T10:00:10Z',
      deliveryStatus: null,
    }
    if (!byOperation.has(operation)) submissions.push(submission)
    byOperation.set(operation, submission)
    return { created: { message: submission } }
  })
  const refusing = { why: undefined as { type: string; description?: string } | undefined }

  const stored = new Map<string, QueuedMessage>()
  const storage: QueuedMessages = {
    all: async () => structuredClone([...stored.values()]),
    async add(message) {
      stored.set(message.id, structuredClone(message))
      return true
    },
    async change(id, changes) {
      const message = stored.get(id)
      if (message) stored.set(id, { ...message, ...changes })
      return stored.get(id)
    },
    async remove(id, which) {
      const message = stored.get(id)
      return message !== undefined && !(which === 'untried' && message.isTried) && stored.delete(id)
    },
  }
  const uploads: string[] = []
  const upload: BlobUpload = async (_accountId, file) => {
    if (server.isDown) return { kind: 'failed' }
    uploads.push(await file.text())
    return { kind: 'kept', blobId: `B${String(uploads.length)}`, size: file.size }
  }
  const deviceDrafts = new Map<string, string>()
  const timers: (() => void)[] = []
  const listeners: (() => void)[] = []
  let last = Promise.resolve()
  /** A window of the browser; all share disk and lock. */
  const openWindow = (hasLocks = true) =>
    createMessageQueue({
      app: {
        session: { user: { id: 'U1' } },
        dates: { moment: () => 'then' },
        records,
        outbox,
        toasts,
        compose,
        dialogs,
        undoStack: createUndoStack(),
      } as unknown as App,
      jmap: server.jmap,
      storage,
      upload,
      drafts: {
        getItem: (key) => deviceDrafts.get(key) ?? null,
        setItem: (key, value) => void deviceDrafts.set(key, value),
        removeItem: (key) => void deviceDrafts.delete(key),
      },
      withLock: hasLocks ? (_name, work) => (last = last.then(work)) : undefined,
      tellOthers: () => listeners.forEach((listener) => listener()),
      onReport: (listener) => void listeners.push(listener),
      after: (_ms, task) => void timers.push(task),
      jitter: (ms) => ms,
      now: () => 0,
    })
  const content = (changes: Partial<QueuedContent> = {}): QueuedContent =>
    ({
      draft: {
        fields: {
          sender: { accountId: 'A1', identity: { id: 'I1', name: 'Ada', email: 'ada@example.org' } },
          to: [{ name: null, email: 'bo@example.net' }],
          cc: [],
          bcc: [],
          files: [],
          subject: 'From the train',
          asksReceipt: false,
          thread: undefined,
        },
        body: { html: null, text: 'Hello' },
        draft: undefined,
        about: undefined,
      },
      when: { holdSeconds: 10 },
      isSaved: false,
      messageId: 'queued@example.org',
      formerMessageIds: [],
      ...changes,
    }) as unknown as QueuedContent
  return {
    server,
    losing,
    refusing,
    drafts,
    submissions,
    toasts,
    compose,
    stored,
    uploads,
    deviceDrafts,
    timers,
    openWindow,
    content,
  }
}
