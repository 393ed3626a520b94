import { pino } from 'pino'
import { type EventName, events } from './events.ts'

/** Field values of a log line. Never subjects, bodies, addresses of correspondents or secrets. */
type LogFields = Record<string, string | number | boolean | null | undefined>

/** Writes one line per event; which events exist is declared in events.ts. */
export interface Log {
  event(name: EventName, fields?: LogFields): void
  /** An unexpected error with its stack; `reference` is what the user was shown. */
  failure(name: EventName, error: unknown, fields?: LogFields): void
}

export interface LogOptions {
  level: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** Defaults to standard output. */
  write?: (line: string) => void
}

export function createLog(options: LogOptions): Log {
  const sink = options.write
  const out = sink
    ? pino({ level: options.level, base: null }, { write: sink })
    : pino({ level: options.level, base: null })
  return {
    event: (name, fields = {}) => out[events[name]]({ event: name, ...fields }),
    failure: (name, error, fields = {}) =>
      out[events[name]]({ event: name, ...fields, error: describe(error) }),
  }
}

export const silentLog: Log = { event: () => {}, failure: () => {} }

function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const cause = error.cause === undefined ? undefined : describe(error.cause)
  return { name: error.name, message: error.message, stack: error.stack, ...(cause ? { cause } : {}) }
}
