import type { DeclaredProblems } from './parameters.ts'

/** What is wrong with a request, whatever it asks for, and with the server itself. */
export const requestProblems = {
  'request/missing': {},
  'request/unusable': {},
  'request/wrong-type': {},
  'request/too-long': {},
  'request/not-offered': {},
  'request/failed': {},
  'request/cross-site': {},
  'request/too-many-failed-attempts': {},
  'request/too-many-connections': {},
  'request/method-not-allowed': { methods: 'text' },
  'server/hub-elsewhere': {},
  'server/job-not-failed': {},
  'server/web-client-not-built': {},
  'server/not-an-address': {},
  'server/not-http': {},
  'server/address-with-credentials': {},
  'server/address-with-path': {},
  'request/disk-full': {},
  'request/read-only-credentials': {},
  'request/failed-with-reference': { reference: 'text' },
  'request/not-found': {},
} as const satisfies DeclaredProblems
