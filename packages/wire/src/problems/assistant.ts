import type { DeclaredProblems } from './parameters.ts'

/** The assistant and its model server. `host` is where that server is. */
export const assistantProblems = {
  'assistant/off': {},
  'assistant/switched-off': {},
  'assistant/account-closed': {},
  'assistant/too-short': {},
  'assistant/no-summary': {},
  'assistant/no-draft': {},
  'assistant/no-instructions': {},
  'assistant/cap-reached': { most: 'count' },
  'assistant/unreachable': { host: 'text' },
  'assistant/connections-off': {},
  'assistant/forbidden-address': { host: 'text' },
  'assistant/wrong-key': { host: 'text' },
  'assistant/unknown-model': { host: 'text', model: 'text' },
  'assistant/busy': { host: 'text' },
  'assistant/refused': { host: 'text', status: 'number' },
  'assistant/not-a-model-server': { host: 'text' },
  'assistant/cut-off': { host: 'text' },
  'assistant/too-long': { host: 'text' },
  'assistant/silent': { host: 'text' },
  'assistant/failed': { host: 'text' },
  'assistant/empty': {},
  'assistant/stopped': {},
  'assistant/not-an-address': {},
  'assistant/incomplete': {},
} as const satisfies DeclaredProblems
