import { decodeWords } from '../../mime/index.ts'
import type { Stored } from './stored.ts'

/** Properties that decide which thread a new message joins. */
interface Placing {
  id: string
  messageId: string | null
  subject: string
  /** The ids in References and In-Reply-To. */
  parents: readonly string[]
  threadId: string | undefined
  /** It stays in this one whatever it says: what a draft turns into. */
  fixed: string | undefined
}

export interface Threads {
  /** The thread of a new message: one that it answers under the same subject, else a new one with its own id [D]. */
  place(message: Placing): string
  forget(message: Stored): void
  /** Oldest first; empty when there is no such thread. */
  messages(threadId: string): Stored[]
  has(threadId: string): boolean
  byMessageId(messageId: string): Stored | undefined
  readonly size: number
}

/** The subject without the marks of replies and forwards. */
export function readSubject(value: string | undefined): string {
  let subject = decodeWords(value ?? '').trim()
  for (let before = ''; before !== subject;) {
    before = subject
    subject = subject.replace(/^(re|aw|sv|fw|fwd|wg|antw)(\[\d+\])?\s*:\s*/i, '')
  }
  return subject.toLowerCase().replace(/\s+/g, ' ')
}

export function createThreads(find: (id: string) => Stored | undefined): Threads {
  const members = new Map<string, string[]>()
  const subjects = new Map<string, string>()
  /** Message ids of the newest that carries each Message-ID: duplicates are met. */
  const threadByMessageId = new Map<string, string>()

  function answers({ parents, subject }: Placing): string | undefined {
    for (const parent of [...parents].reverse()) {
      const storedParent = find(threadByMessageId.get(parent) ?? '')
      if (storedParent && subjects.get(storedParent.threadId) === subject) return storedParent.threadId
    }
    return undefined
  }
  /** A thread that a client names is joined only by what names one of its messages and has its subject [D]. */
  function joins({ threadId: requestedThreadId, parents, subject }: Placing): string | undefined {
    if (requestedThreadId === undefined || subjects.get(requestedThreadId) !== subject) return undefined
    const isAnswer = parents.some(
      (parent) => find(threadByMessageId.get(parent) ?? '')?.threadId === requestedThreadId,
    )
    return isAnswer ? requestedThreadId : undefined
  }
  return {
    place(message) {
      const joined = joins(message) ?? (message.threadId === undefined ? answers(message) : undefined)
      const threadId = message.fixed ?? joined ?? message.id
      const threadMembers = members.get(threadId)
      if (threadMembers) threadMembers.push(message.id)
      else members.set(threadId, [message.id])
      if (!subjects.has(threadId)) subjects.set(threadId, message.subject)
      if (message.messageId !== null) threadByMessageId.set(message.messageId, message.id)
      return threadId
    },
    forget(message) {
      const otherMembers = members.get(message.threadId)?.filter((id) => id !== message.id) ?? []
      members.set(message.threadId, otherMembers)
      if (otherMembers.length === 0) {
        members.delete(message.threadId)
        subjects.delete(message.threadId)
      }
      if (message.messageId !== null && threadByMessageId.get(message.messageId) === message.id)
        threadByMessageId.delete(message.messageId)
    },
    messages: (threadId) =>
      [...(members.get(threadId) ?? [])]
        .map(find)
        .filter((message) => message !== undefined)
        .sort((a, b) => a.internalDate - b.internalDate),
    has: (threadId) => members.has(threadId),
    byMessageId: (messageId) => find(threadByMessageId.get(messageId) ?? ''),
    get size() {
      return members.size
    },
  }
}
