/** Every log event there is, with its level; a name is `<room>.<what happened>`. */
export const events = {
  'server.listening': 'info',
  'server.stopping': 'info',
  'server.failed': 'error',
  'http.failed': 'error',
  'database.retried': 'debug',
  'database.listen-lost': 'warn',
  'database.listen-restored': 'info',
} as const satisfies Record<string, 'debug' | 'info' | 'warn' | 'error'>

export type EventName = keyof typeof events
