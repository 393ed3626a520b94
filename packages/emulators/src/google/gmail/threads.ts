import { decodeWords } from '../../mime/index.ts'
import type { Stored } from './stored.ts'

/** What decides where a new message belongs. */
export interface Placing {
  id: string
  messageId: string | null
  subject: string
  /** The ids in References and In-Reply-To. */
  parents: readonly string[]
  wanted: string | undefined
  /** It stays in this one whatever it says: what a draft turns into. */
  fixed: string | undefined
}

export interface Threads {
  /** The thread of a new message: one that it answers under the same subject, else a new one with its own id [D]. */
  place(one: Placing): string
  forget(message: Stored): void
  /** Oldest first; empty when there is no such thread. */
  messages(threadId: string): Stored[]
  has(threadId: string): boolean
  byMessageId(messageId: string): Stored | undefined
  readonly size: number
}

/** The subject without the marks of replies and forwards. */
export function subjectOf(value: string | undefined): string {
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
  const known = new Map<string, string>()

  function answers({ parents, subject }: Placing): string | undefined {
    for (const parent of [...parents].reverse()) {
      const found = find(known.get(parent) ?? '')
      if (found && subjects.get(found.threadId) === subject) return found.threadId
    }
    return undefined
  }
  /** A thread that a client names is joined only by what names one of its messages and has its subject [D]. */
  function joins({ wanted, parents, subject }: Placing): string | undefined {
    if (wanted === undefined || subjects.get(wanted) !== subject) return undefined
    const isAnswer = parents.some((parent) => find(known.get(parent) ?? '')?.threadId === wanted)
    return isAnswer ? wanted : undefined
  }
  return {
    place(one) {
      const found = joins(one) ?? (one.wanted === undefined ? answers(one) : undefined)
      const threadId = one.fixed ?? found ?? one.id
      const held = members.get(threadId)
      if (held) held.push(one.id)
      else members.set(threadId, [one.id])
      if (!subjects.has(threadId)) subjects.set(threadId, one.subject)
      if (one.messageId !== null) known.set(one.messageId, one.id)
      return threadId
    },
    forget(message) {
      const held = members.get(message.threadId)?.filter((id) => id !== message.id) ?? []
      members.set(message.threadId, held)
      if (held.length === 0) {
        members.delete(message.threadId)
        subjects.delete(message.threadId)
      }
      if (message.messageId !== null && known.get(message.messageId) === message.id)
        known.delete(message.messageId)
    },
    messages: (threadId) =>
      [...(members.get(threadId) ?? [])]
        .map(find)
        .filter((one) => one !== undefined)
        .sort((a, b) => a.internalDate - b.internalDate),
    has: (threadId) => members.has(threadId),
    byMessageId: (messageId) => find(known.get(messageId) ?? ''),
    get size() {
      return members.size
    },
  }
}
