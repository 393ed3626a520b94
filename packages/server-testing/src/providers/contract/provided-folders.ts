import type { FolderSession, Pull } from '../../../../server/src/providers/contract/folder-session.ts'
import type { createMirror } from './folder-mirror.ts'

/** A provider's mailbox as another client of the same user sees it: what the session under test is held against. */
export interface OtherClient {
  /** Message-IDs stand for messages; they are unique within a test. */
  deliver(mailbox: string, message: Sample, options?: { keywords?: string[]; date?: Date }): Promise<void>
  setKeyword(mailbox: string, messageId: string, keyword: string, present: boolean): Promise<void>
  remove(mailbox: string, messageId: string): Promise<void>
  move(mailbox: string, messageId: string, to: string): Promise<void>
  /** Message-ID → keywords of everything in the mailbox. */
  contents(mailbox: string): Promise<Map<string, string[]>>
  /** Makes an empty mailbox and returns its remote id. */
  createMailbox(name: string): Promise<string>
}

export interface Provided extends AsyncDisposable {
  session: FolderSession
  other: OtherClient
  /** What the provider cannot do, by design. */
  lacks?: { fingerprint?: boolean; newIdsOnMove?: boolean }
}

export interface Sample {
  messageId: string
  raw: Buffer
}

let serial = 0

/** A small message with a Message-ID of its own. */
export function sample(text = 'Hello'): Sample {
  const messageId = `m${++serial}@contract.example`
  const raw = `From: a@example.org\r\nTo: b@example.org\r\nSubject: ${text}\r\nMessage-ID: <${messageId}>\r\n\r\n${text}\r\n`
  return { messageId, raw: Buffer.from(raw) }
}

/** What the claims are made about, and what they have in common. */
export interface Suite {
  readonly provided: Provided
  readonly session: FolderSession
  readonly other: OtherClient
  /** An empty one; its remote id. */
  mailbox(): Promise<string>
  readWhole(id: string): Promise<Pull>
  mirrored(id: string): ReturnType<typeof createMirror>
  /** A mailbox with so many messages, and their ids in it. */
  filled(count: number): Promise<{ id: string; messages: Sample[]; ids: string[] }>
  nothingKnown: { all(): Promise<Map<string, string[]>> }
}
