/** Every log event there is, with its level; a name is `<room>.<what happened>`. */
export const events = {
  'server.listening': 'info',
  'server.stopping': 'info',
  'http.failed': 'error',
  'http.live-failed': 'warn',
  'http.refused': 'info',
  'http.hub-elsewhere': 'info',
  'database.retried': 'debug',
  'database.listen-lost': 'warn',
  'database.listen-restored': 'info',
  'database.server-ended': 'warn',
  'database.server-restarted': 'info',
  'database.server-failed': 'error',
  'jobs.attempt-failed': 'info',
  'jobs.failed': 'error',
  'jobs.recovered': 'warn',
  'jobs.presence-lost': 'warn',
  'jobs.lane-restarted': 'warn',
  'jobs.queue-trouble': 'warn',
  'sync.shrunken-listing': 'warn',
  'sync.count-differs': 'warn',
  'sync.account-trouble': 'info',
  'sync.operation-refused': 'warn',
  'sync.watch-ended': 'debug',
} as const satisfies Record<string, 'debug' | 'info' | 'warn' | 'error'>

export type EventName = keyof typeof events
