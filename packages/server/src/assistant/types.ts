import type {
  AccountId,
  AskForm,
  AssistantChoices,
  AssistantChoicesForm,
  AssistantForm,
  AssistantKind,
  AssistantSettings,
  AssistantTest,
  ComposeAssistForm,
  DigestForm,
  MailDigest,
  ProblemDetail,
  QuestionAnswer,
  SearchedFrame,
  SummarySection,
  ThreadId,
  ThreadSummary,
  UserId,
} from '@plmail/wire'

/** The model server as the environment gives it; blank variables are left out. */
export interface AssistantEnvironment {
  baseUrl?: string
  apiKey?: string
  model?: string
}

/** A model that can be asked. */
export interface ModelConnection {
  kind: AssistantKind
  /** Without a slash at its end. */
  baseUrl: string
  apiKey: string | undefined
  model: string
  /** For people: the host of the address. */
  host: string
}

/** One question to a model. It has no tools: what it answers is text and nothing else. */
export interface ModelPrompt {
  system: string
  user: string
  temperature: number
  maxTokens: number
}

export interface FormProblem {
  /** JSON pointer into the form. */
  pointer: string
  problem: ProblemDetail
}

/** The user who asks, as far as the assistant has to know them. */
export interface AssistantUser {
  id: UserId
  name: string
  /** A language tag. */
  language: string
  timeZone: string
}

/** A part of an answer while it is being written. */
export type WritingEvent =
  { type: 'state'; value: 'waiting' | 'generating' } | { type: 'token'; text: string }

/** The same of an answer that is written about mail that has to be found first. */
export type AnswerEvent = WritingEvent | SearchedFrame

/** A sentence that names its message by its place in the prompt. */
export interface NumberedSentence<Section = SummarySection> {
  section: Section
  text: string
  /** Undefined: it names none. */
  number: number | undefined
  evidence: string
}

/** A summary that is being written, as one of its readers follows it. */
interface FollowedSummary {
  ok: true
  ended: Promise<{ ok: true; summary: ThreadSummary } | { ok: false; problem: ProblemDetail }>
  /** The reader goes; the summary is finished and stored all the same. */
  leave(): void
}

/** `conflict`: the assistant may not, or there is nothing to summarise. */
export interface AssistantRefusal {
  ok: false
  why: 'conflict' | 'not-found' | 'too-many' | 'invalid'
  problem: ProblemDetail
}

export interface Summaries {
  /** Begins a summary, or joins the one that is being written of this conversation. */
  write(
    reader: AssistantUser,
    threadId: ThreadId,
    isFull: boolean,
    onEvent: (event: WritingEvent) => void,
  ): Promise<FollowedSummary | AssistantRefusal>
  stored(reader: AssistantUser, threadId: ThreadId): Promise<ThreadSummary | AssistantRefusal>
  /** Ends the call at the provider, whichever process makes it. */
  stop(reader: AssistantUser, threadId: ThreadId): Promise<'stopping' | 'no-such-thread'>
}

/** An answer about the reader's mail, its citations checked. */
export type WrittenAnswer<Answer> = { ok: true; answer: Answer } | { ok: false; problem: ProblemDetail }

export interface BegunAnswer<Answer> {
  ok: true
  writing: Promise<WrittenAnswer<Answer>>
}

export type ComposedText = { ok: true; text: string } | { ok: false; problem: ProblemDetail }

/** The assistant: reads what it is allowed to, writes text, and can do nothing else. */
export interface Assistant {
  settings(): Promise<AssistantSettings>
  /** Answers what is wrong; nothing when it was saved. */
  save(form: AssistantForm): Promise<FormProblem[]>
  test(): Promise<AssistantTest>
  choices(reader: AssistantUser): Promise<AssistantChoices>
  choose(reader: AssistantUser, form: AssistantChoicesForm): Promise<FormProblem[]>
  summaries: Summaries
  /** Resolves once the text is complete; `signal` ends the call at the provider. */
  compose(
    reader: AssistantUser,
    form: ComposeAssistForm,
    onEvent: (event: WritingEvent) => void,
    signal: AbortSignal,
  ): Promise<{ ok: true; writing: Promise<ComposedText> } | AssistantRefusal>
  /** Answers a question from the reader's mail; `signal` ends the call at the provider. */
  ask(
    reader: AssistantUser,
    form: AskForm,
    onEvent: (event: AnswerEvent) => void,
    signal: AbortSignal,
  ): Promise<BegunAnswer<QuestionAnswer> | AssistantRefusal>
  /** Says what of the new and unread mail asks for what; `signal` ends the call at the provider. */
  digest(
    reader: AssistantUser,
    form: DigestForm,
    onEvent: (event: AnswerEvent) => void,
    signal: AbortSignal,
  ): Promise<BegunAnswer<MailDigest> | AssistantRefusal>
  /** Ends what is being written. */
  close(): void
}

/** A mail account as the assistant's questions about it need it. */
export interface ReadableAccount {
  id: AccountId
  name: string
  address: string
}
