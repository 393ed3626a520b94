import type { ValueSource } from './api.ts'
import type { ProblemDetail } from './problems/index.ts'

/** How a model server is spoken to: OpenAI's chat completions, as most have them, or Anthropic's messages. */
export const assistantKinds = ['openai', 'anthropic'] as const
export type AssistantKind = (typeof assistantKinds)[number]

/** GET /api/admin/assistant: the model server. The key is never sent. */
export interface AssistantSettings {
  isOn: { value: boolean; from: ValueSource }
  kind: { value: AssistantKind; from: ValueSource }
  baseUrl: { value: string | null; from: ValueSource }
  apiKey: { isSet: boolean; from: ValueSource }
  model: { value: string | null; from: ValueSource }
  /** What each person may use in a day. */
  dailyTokens: number
  /** Everything that is needed is there. */
  isReady: boolean
}

/**
 * POST /api/admin/assistant. A field that is left out keeps its setting; an empty text removes it. A changed `baseUrl`
 * removes the key.
 */
export interface AssistantForm {
  isOn?: boolean
  kind?: AssistantKind
  baseUrl?: string
  apiKey?: string
  model?: string
  dailyTokens?: number
}

/** POST /api/admin/assistant/test: one short answer of the model, measured. */
export type AssistantTest =
  | { ok: true; model: string; firstTokenMs: number; tokensPerSecond: number }
  | { ok: false; problem: ProblemDetail }

/** GET /api/assistant: the assistant as the signed-in user has it. */
export interface AssistantChoices {
  /** An administrator offers it. */
  isOffered: boolean
  /** Where mail text goes: the host of the model server, and the model. */
  host: string | null
  model: string | null
  isOn: boolean
  /** The user's mail accounts, and whether the assistant may read them. */
  accounts: Array<{ id: string; name: string; mayRead: boolean }>
  /** Tokens used today, of those allowed. */
  usedTokens: number
  dailyTokens: number
}

/** POST /api/assistant. Left out: stays. */
export interface AssistantChoicesForm {
  isOn?: boolean
  /** The accounts that it may read; no others. */
  accountIds?: string[]
}

export type SummarySection = 'summary' | 'task' | 'question'

/** A sentence with the message it comes from. */
export interface CitedSentence<Section = SummarySection> {
  section: Section
  /** Plain text. */
  text: string
  /** Null: it names no message of the conversation. */
  emailId: string | null
  /** The words that it rests on are in that message. */
  isProven: boolean
}

/** How much of a conversation was read. */
export interface SummaryCoverage {
  messages: number
  read: number
  /** Of those read, how many were cut. */
  shortened: number
}

/** GET /mail/thread/{id}/summary, and the end of its stream. */
export interface ThreadSummary {
  text: string
  citations: CitedSentence[]
  coverage: SummaryCoverage
  /** False: the conversation, the model or the language has changed since. */
  fresh: boolean
  isFull: boolean
  model: string
  /** RFC 3339. */
  writtenAt: string
}

/** Texts that the assistant helps with in the composer. */
export const composeTasks = ['reply', 'shorten', 'formal', 'proofread', 'free'] as const
export type ComposeTask = (typeof composeTasks)[number]

/** POST /mail/compose-assist. The draft is the writer's own text: neither quotes nor the signature. */
export interface ComposeAssistForm {
  task: ComposeTask
  draft: string
  subject: string
  /** The message being answered. */
  inReplyTo?: string
  /** What the writer wants, for `free` and as an addition to the others. */
  instructions?: string
}

/** One line of a stream (application/x-ndjson). `ping` comes every ten seconds, with the seconds so far. */
export type AssistantFrame<Done> =
  | { type: 'state'; value: 'waiting' | 'generating' }
  | { type: 'token'; text: string }
  | { type: 'ping'; elapsed: number }
  | { type: 'error'; problem: ProblemDetail; detail: string }
  | ({ type: 'done' } & Done)

export type SummaryFrame = AssistantFrame<ThreadSummary>
export type ComposeFrame = AssistantFrame<{ text: string }>
