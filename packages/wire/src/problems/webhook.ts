import type { DeclaredProblems } from './parameters.ts'

/** Why a call of a provider was turned away. */
export const webhookProblems = {
  // Google Pub/Sub, for Gmail: first the token in the address, then the identity that signs the call.
  'webhook/no-push-token': {},
  'webhook/no-token': {},
  'webhook/wrong-token': {},
  'webhook/no-identity': {},
  'webhook/invalid-identity': {},
  'webhook/expired-identity': {},
  'webhook/wrong-audience': {},
  'webhook/wrong-service-account': {},
  'webhook/identity-keys-unreachable': {},
  'webhook/token-not-configured': {},
  'webhook/unreadable': {},
  'webhook/unknown-mailbox': {},
  'webhook/unknown-channel': {},
  'webhook/no-channel': {},
  'webhook/unknown-subscription': {},
  'webhook/wrong-client-state': {},
} as const satisfies DeclaredProblems
