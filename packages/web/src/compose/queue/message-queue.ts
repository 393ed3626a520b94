import type { MessageQueue } from '../../commands/index.ts'
import { deviceDraftKey } from '../../commands/index.ts'
import type { QueuedMessages, QueuedMessage } from '../../disk/index.ts'
import type { BlobUpload, Jmap } from '../../net/index.ts'
import { createTopic } from '../../records/index.ts'
import { composeWords } from '../../words/compose.ts'
import { refusalSentence } from '../../words/refusals.ts'
import { recipientsOf } from '../draft/message.ts'
import {
  dropDeviceDraft,
  holdDeviceDraft,
  storeDeviceDraft,
  type DraftStorage,
} from '../draft/device-drafts.ts'
import { queuedContentOf } from './queued-content.ts'
import { handOver, submissionNamed } from './hand-over.ts'
import { createQueueNews, type QueueApp } from './queue-news.ts'

export interface MessageQueueParts {
  app: QueueApp
  jmap: Jmap
  storage: QueuedMessages
  upload: BlobUpload
  /** Storage for messages taken back, until their window has them. */
  drafts: DraftStorage
  /** One window sends at a time; undefined where the browser has no locks: the server does everything once then. */
  withLock: ((name: string, work: () => Promise<void>) => Promise<void>) | undefined
  /** Tells the other windows of this browser that the queue has changed. */
  tellOthers: () => void
  onReport: (listener: () => void) => void
  after: (ms: number, task: () => void) => void
  /** About so many ms, so that a server that comes back is not asked by everybody at once. */
  jitter: (ms: number) => number
  now: () => number
}

const firstRetryMs = 5_000
const lastRetryMs = 60_000
/** Number of attempts at a request that fails at the server without being refused, as when a database restarts. */
const maxTries = 6
const troubles = ['serverFail', 'serverUnavailable', 'serverPartialFail']

/** Sends queued messages, oldest first, one window at a time, until the server has accepted or refused each. */
export function createMessageQueue(parts: MessageQueueParts): MessageQueue {
  const { app, storage, withLock, after, jitter } = parts
  const topic = createTopic()
  const news = createQueueNews(app)
  const tries = new Map<string, number>()
  let messages: readonly QueuedMessage[] = []
  let retryMs = firstRetryMs
  let isRetrying = false

  async function read(): Promise<readonly QueuedMessage[]> {
    messages = (await storage.all()).toSorted((a, b) => a.queuedAt.getTime() - b.queuedAt.getTime())
    topic.touch()
    return messages
  }

  async function changed(): Promise<void> {
    parts.tellOthers()
    await read()
  }
  parts.onReport(() => void read())

  let turn: Promise<void> = Promise.resolve()
  function inTurn(work: () => Promise<void>): Promise<void> {
    if (withLock) return withLock('plmail-queue', work)
    turn = turn.then(work)
    return turn
  }

  /** False while the server cannot be reached. */
  async function sendOne(message: QueuedMessage): Promise<boolean> {
    const content = queuedContentOf(message.content)
    if (message.refusal || !content) return true
    const outcome = await handOver({ ...parts, records: app.records }, message.id, content)
    if (outcome.kind === 'unreachable') return false
    if (outcome.kind === 'refused' && isTrouble(message.id, outcome.why.type)) return false
    if (outcome.kind === 'refused') {
      const { type, description = null } = outcome.why
      await storage.change(message.id, { refusal: { type, description } })
      news.refused(content, outcome.why)
    }
    if (outcome.kind === 'sent' && (await storage.remove(message.id))) news.sent(content, outcome.submission)
    await changed()
    return true
  }

  function isTrouble(id: string, type: string): boolean {
    const tried = (tries.get(id) ?? 0) + 1
    tries.set(id, tried)
    return troubles.includes(type) && tried < maxTries
  }

  async function send(): Promise<boolean> {
    let isAllSent = true
    await inTurn(async () => {
      for (const message of await read()) isAllSent = isAllSent && (await sendOne(message))
    })
    if (isAllSent) retryMs = firstRetryMs
    else retryLater()
    return messages.length === 0
  }

  function retryLater(): void {
    if (isRetrying) return
    isRetrying = true
    after(jitter(retryMs), () => {
      isRetrying = false
      void send()
    })
    retryMs = Math.min(retryMs * 2, lastRetryMs)
  }

  /** Back into a window; on this device before it leaves the queue. */
  async function openAgain(message: QueuedMessage, which: 'any' | 'untried'): Promise<boolean> {
    const content = queuedContentOf(message.content)
    const draft = content?.draft
    const sources = new Map(content?.files?.map(({ id, bytes }) => [id, bytes]))
    const storageKey = deviceDraftKey(app.session.user.id, message.id)
    const isKept = draft !== undefined && storeDeviceDraft(parts.drafts, storageKey, draft)
    if (!(await storage.remove(message.id, which))) {
      dropDeviceDraft(parts.drafts, storageKey)
      return false
    }
    if (draft && (!isKept || sources.size > 0)) holdDeviceDraft(storageKey, { ...draft, sources })
    if (draft) app.compose.begin({ kind: 'kept', storageKey, isWantedBack: true })
    app.toasts.show({ text: composeWords.send.undone, tone: 'plain' })
    await changed()
    return true
  }

  /** The server may have it: it is taken back there, if it can be. */
  async function cancelAtServer(message: QueuedMessage): Promise<void> {
    const content = queuedContentOf(message.content)
    if (!content) return
    const { accountId } = content.draft.fields.sender
    const outcome = await submissionNamed(parts.jmap, accountId, message.id)
    if (outcome.kind === 'unreachable')
      return app.toasts.show({ text: composeWords.send.notUndone, tone: 'problem' })
    if (outcome.kind !== 'sent') return void (await openAgain(message, 'any'))
    await news.takeBack(content, outcome.submission)
    await storage.remove(message.id)
    await changed()
  }

  return {
    get all() {
      topic.watch()
      return messages.flatMap(({ id, content, refusal }) => {
        const fields = queuedContentOf(content)?.draft.fields
        if (!fields) return []
        const to = recipientsOf(fields).map(({ email }) => email)
        return [{ id, subject: fields.subject, to, problem: refusal && refusalSentence(refusal) }]
      })
    },
    async add(message) {
      const isAdded = await storage.add({ ...message, queuedAt: new Date(parts.now()) })
      if (!isAdded) return false
      await changed()
      retryLater()
      return true
    },
    async takeBack(id) {
      const message = (await read()).find((queued) => queued.id === id)
      if (!message) return app.toasts.show({ text: composeWords.send.tooLate, tone: 'plain' })
      const isFree = !message.isTried || message.refusal !== undefined
      if (isFree && (await openAgain(message, message.refusal ? 'any' : 'untried'))) return
      await inTurn(() => cancelAtServer(message))
    },
    send,
  }
}
