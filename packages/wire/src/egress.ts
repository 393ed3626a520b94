/**
 * Every reason for which the program opens a connection to another machine. A new one is a line here and its words in
 * `egress.json`. `isProvider`: somebody's mail, calendars or sign-in live there; EGRESS=providers leaves just these.
 */
export const egressReasons = {
  'provider-api': { isProvider: true },
  'provider-sign-in': { isProvider: true },
  imap: { isProvider: true },
  smtp: { isProvider: true },
  sieve: { isProvider: true },
  caldav: { isProvider: true },
  identity: { isProvider: true },
  discovery: { isProvider: true },
  feed: { isProvider: false },
  picture: { isProvider: false },
  unsubscribe: { isProvider: false },
  push: { isProvider: false },
  assistant: { isProvider: false },
} as const satisfies Record<string, { isProvider: boolean }>

/** Why a connection is opened. */
export type EgressReason = keyof typeof egressReasons

/**
 * As the ledger has it. `name-server`: a host name was looked up on the way; it has no switch, because a look-up belongs
 * to the connection that needs it, and is refused with it.
 */
export type LedgerReason = EgressReason | 'name-server'

/** What became of connections. */
export const egressOutcomes = [
  'connected',
  'switched-off',
  'refused-address',
  'unknown-host',
  'connection-refused',
  'no-answer',
  'unreachable',
  'tls',
] as const
export type EgressOutcome = (typeof egressOutcomes)[number]

/** EGRESS: everything, only where people's mail, calendars and sign-ins live, or nothing. */
export const egressModes = ['all', 'providers', 'none'] as const
export type EgressMode = (typeof egressModes)[number]

/** Who does not allow connections for a reason. */
export type EgressSwitchedBy = 'environment' | 'administrator'

/** Connections to one host for one reason. */
export interface EgressLine {
  reason: LedgerReason
  /** `*`: further hosts of an hour in which there were very many. */
  host: string
  /** Requests; for mail servers, connections. */
  times: number
  /** Of these, how many came to nothing. */
  failed: number
  /** What became of the latest that failed; null where none did. */
  failure: Exclude<EgressOutcome, 'connected'> | null
  bytesOut: number
  bytesIn: number
  /** RFC 3339. */
  lastAt: string
}

/** A line of somebody's own. `sender`: whose message had the pictures; null for every other reason. */
export interface OwnEgressLine extends EgressLine {
  sender: string | null
}

/** GET /api/egress: connections on behalf of the signed-in user. */
export interface OwnEgress {
  /** For how long connections are recorded. */
  days: number
  /** The newest first. */
  lines: OwnEgressLine[]
  /** Whether there are more than these. */
  isCut: boolean
  /** Reasons for which nothing is connected, and who decided that. */
  switchedOff: Array<{ reason: EgressReason; by: EgressSwitchedBy }>
}

/** The times that a report of administrators covers, in bars: 24 hours, or 30 days. */
export const egressPeriods = ['day', 'month'] as const
export type EgressPeriod = (typeof egressPeriods)[number]

/** Connections of all people for a reason to a host, with the bytes of each bar. */
export interface EgressReportLine extends EgressLine {
  bars: number[]
}

/** A process ended without writing down its last connections. */
export interface EgressGap {
  /** RFC 3339. */
  from: string
  to: string
}

/** GET /api/admin/egress?period=day|month. */
export interface EgressReport {
  period: EgressPeriod
  days: number
  /** Of EGRESS. */
  mode: EgressMode
  switches: Array<{ reason: EgressReason; isOn: boolean; by: EgressSwitchedBy | null }>
  /** Where each bar begins, RFC 3339. */
  starts: string[]
  /** Most bytes first. */
  lines: EgressReportLine[]
  isCut: boolean
  gaps: EgressGap[]
}

/** POST /api/admin/egress: switches connections for a reason on or off. EGRESS is never widened. */
export interface EgressSwitchForm {
  reason: EgressReason
  isOn: boolean
}
