import type { AssistantFrame, CitedSentence } from './assistant.ts'

/** POST /mail/ask: a question about one's own mail. */
export interface AskForm {
  question: string
  /** A typed search to read instead of one that the model makes of the question. */
  query?: string
}

/** POST /mail/digest. `last`: since the digest before, if there was one in the last week; else since yesterday. */
export const digestSpans = ['last', 'yesterday'] as const
export type DigestSpan = (typeof digestSpans)[number]
export interface DigestForm {
  since?: DigestSpan
}

/** What a sentence is: an answer, or, in a digest, something asked of the reader, a date to mind, or what is good to know. */
export type AnswerSection = 'answer' | 'task' | 'due' | 'know'

/** A message that was read, as its reader recognises it. */
export interface ReadMessage {
  accountId: string
  threadId: string
  emailId: string
  from: string
  subject: string
  /** RFC 3339. */
  receivedAt: string
}

/** How much of the mail an answer rests on, and what was not looked at. */
export interface AnswerCoverage {
  /** Messages that the search found. */
  total: number
  /** The newest of them, which the model was shown. */
  read: number
  /** Of those read, how many were cut. */
  shortened: number
  /** Of those read, how many have attachments, which are never shown. */
  withAttachments: number
  /** Messages that cannot be found by their words yet. */
  notSearched: number
  /** Accounts that the assistant may not read, by name. */
  closedAccounts: string[]
  /** Spam and trash are left out unless the search names them. */
  isWithoutSpamAndTrash: boolean
}

/** Sentences about mail, each with the message that it rests on. */
export interface MailAnswer {
  text: string
  citations: Array<CitedSentence<AnswerSection>>
  /** What was read, newest first. */
  messages: ReadMessage[]
  coverage: AnswerCoverage
  model: string
}

/** The end of the stream of POST /mail/ask. */
export interface QuestionAnswer extends MailAnswer {
  query: string
  /** False: the messages do not say. */
  isAnswered: boolean
}

/** The end of the stream of POST /mail/digest. */
export interface MailDigest extends MailAnswer {
  /** RFC 3339: what came since then and is unread was looked at. */
  since: string
  /** The digest before, if that was in the last week. */
  span: DigestSpan
}

/** What is searched for and how many messages that finds, as soon as it is known. A digest has no typed search. */
export interface SearchedFrame {
  type: 'searched'
  query: string | null
  total: number
}

export type AskFrame = AssistantFrame<QuestionAnswer> | SearchedFrame
export type DigestFrame = AssistantFrame<MailDigest> | SearchedFrame
