import type { AccountId, ProblemDetail, UserId } from '@plmail/wire'
import type { ProcessRole, SecretName, SecretSource } from '../config/index.ts'
import type { People } from '../people/index.ts'
import type { ConsoleWords } from './console-words.ts'
import type { Terminal } from './terminal.ts'

type CommandName = keyof ConsoleWords['commands']

/** One option of a command: `--name VALUE`, or `--name` alone when it is a flag. Its summary is in the catalogue. */
export interface Option<Name extends string = string> {
  /** Without the dashes. */
  name: Name
  /** Placeholder of the value in help; absent for a flag. */
  value?: keyof ConsoleWords['values']
  /** Values that are allowed, when only some are. */
  choices?: readonly string[]
  isRequired?: boolean
}

/**
 * Option values that the user gave: text by option name, true for a flag. Checked against the options before a command
 * sees it.
 */
export type Values = Readonly<Record<string, string | true | undefined>>

/** How a command ended: `text` for people, `data` beside it for `--json`. */
export type CommandOutcome =
  | { ok: true; text: string; data?: Readonly<Record<string, unknown>> }
  | { ok: false; text: string; data?: Readonly<Record<string, unknown>>; isUsage?: boolean }

/** Options that the catalogue describes once for several commands. */
type SharedOption = keyof ConsoleWords['sharedOptions']
type OptionName<Name extends CommandName> =
  (keyof ConsoleWords['commands'][Name]['options'] & string) | SharedOption

interface CommandNamed<Name extends CommandName> {
  /** The key of its texts in the catalogue as well. */
  name: Name
  options: ReadonlyArray<Option<OptionName<Name>>>
  run(values: Values, installation: Installation, terminal: Terminal): Promise<CommandOutcome>
}

/**
 * One console command, declared as data: help, checking and the reference come from here. An option that the catalogue
 * does not describe fails the type check.
 */
export type ConsoleCommand = { [Name in CommandName]: CommandNamed<Name> }[CommandName]

/**
 * The installation that commands act on; main passes it in. Modules are opened on first use, so `--help` needs no
 * database.
 */
export interface Installation {
  /** Runs the server until it is told to stop. */
  serve(role: ProcessRole): Promise<void>
  rooms(): Promise<ConsoleRooms>
  /** Whether a server of this installation runs, or another command; one that is ending is waited for this long. */
  isServerRunning(patienceMs?: number): Promise<boolean>
  initSecrets(): Promise<Record<string, SecretSource>>
  rotateSecrets(): Promise<SecretName[]>
  storePublicAddress(text: string): Promise<unknown>
  /** Removes every user, account and message; secrets stay. */
  eraseEverything(): Promise<void>
}

export interface ConsoleRooms {
  people: Pick<
    People,
    'users' | 'install' | 'appPasswords' | 'secondFactor' | 'singleSignOn' | 'administration' | 'audit'
  >
  /** The user's mail account with this address or wire id. */
  mailAccount(userId: UserId, named: string): Promise<AccountId | undefined>
  addImapAccount(form: ImapForm): Promise<AccountAdded>
  /** Returns the comparison of mailboxes with their providers; `isAsking` makes the server compare anew. */
  mirror(request: MirrorWanted): Promise<MirrorLine[] | 'no-such-user'>
  /** Asks the server for a look at every mailbox, or the user's; answers their addresses. */
  syncMail(user: string | undefined): Promise<string[] | 'no-such-user'>
  /** Brings back what is due; how many messages. */
  wakeSnoozed(): Promise<number>
  /** Rings the reminders that are due; how many. */
  remind(): Promise<number>
  renewPush(which: 'due' | 'repair'): Promise<PushLine[]>
  /** Asks the server for a look at calendar sources; answers how many. */
  syncCalendars(which: 'stale' | 'all'): Promise<number>
  /** How many calendar sources there are. */
  calendarSources(): Promise<number>
  announceCalendars(which: 'due' | 'force' | 'stop'): Promise<CalendarLine[]>
  diagnoseMicrosoft(request: DiagnosisWanted): Promise<Diagnosis[] | 'no-such-user'>
}

export interface MirrorWanted {
  user?: string
  isAsking: boolean
  /** How long to wait for the server. */
  patienceMs: number
}

export interface MirrorLine {
  address: string
  localCount: number
  remoteCount: number
  /** Messages that the provider counts and lists nowhere; none of them is missing. */
  accepted: number
  /** RFC 3339; null when it was never done. */
  checkedAt: string | null
  /** It was asked for and not done in time. */
  isLate: boolean
}

/** One account's registration for its provider's announcements, renewed. */
export interface PushLine {
  address: string
  outcome: 'renewed' | 'created' | 'failed'
  /** RFC 3339. */
  expiresAt: string | null
  why: ProblemDetail | null
}

/** Whether one calendar is announced by its provider. */
export interface CalendarLine {
  calendar: string
  outcome: 'opened' | 'renewed' | 'unsupported' | 'failed' | 'closed'
  why: ProblemDetail | null
}

export interface DiagnosisWanted {
  user?: string
  /** By address or wire id. */
  account?: string
}

/** The result of asking a provider one thing. */
export type DiagnosisFinding =
  | { finding: 'allGranted' | 'noCategories' | 'noCalendars' }
  | { finding: 'notGranted'; permissions: readonly string[] }
  | { finding: 'identity'; address: string }
  | { finding: 'inbox' | 'categories' | 'calendars'; count: number }
  /** `reason` is what the log would say; `serverText` what the provider said, empty when it said nothing. */
  | { finding: 'refused'; reason: string; serverText: string }

/** A provider's answers about one account. */
export interface Diagnosis {
  address: string
  steps: Array<{
    step: string
    outcome: 'works' | 'warning' | 'failed'
    findings: readonly DiagnosisFinding[]
  }>
}

export type EncryptionOption = 'tls' | 'starttls' | 'none'

export interface ImapForm {
  userEmail: string
  address: string
  username: string
  password: string
  imap: { host: string; port: number; encryption: EncryptionOption }
  smtp: { host: string; port: number; encryption: EncryptionOption }
}

/** A line of which the reason has its words. */
export type Spoken<Line extends { why: ProblemDetail | null }> = Omit<Line, 'why'> & { why: string | null }

export interface OptionProblem {
  /** Undefined: of no option. */
  option: string | undefined
  problem: ProblemDetail
}

export type AccountAdded = { ok: true; accountId: number } | { ok: false; problems: readonly OptionProblem[] }
