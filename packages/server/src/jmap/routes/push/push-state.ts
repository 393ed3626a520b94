import { type AccountId, accountWireId } from '@plmail/wire'

/** State of each account when the client was last notified. */
export type PushState = ReadonlyMap<AccountId, number>

/** Far more than any user has accounts; each costs a look into the log. */
const maxAccounts = 1000

/** All a client sees, as one string: the id of an event (RFC 8620 §7.3), a `pushState` (RFC 8887 §4.3.5.1). */
export function encodePushState(states: PushState): string {
  const parts = [...states].sort(([a], [b]) => a - b)
  return parts.map(([id, state]) => `${accountWireId.encode(id)}:${state}`).join(',') || '-'
}

/** Undefined for anything this server has not written. */
export function decodePushState(text: unknown): PushState | undefined {
  if (typeof text !== 'string') return undefined
  if (text === '-') return new Map()
  const parts = text.split(',', maxAccounts + 1)
  if (parts.length > maxAccounts) return undefined
  const states = new Map<AccountId, number>()
  for (const part of parts) {
    const [, account, state] = /^(A\d+):(0|[1-9]\d{0,15})$/.exec(part) ?? []
    const id = accountWireId.decode(account)
    if (id === undefined || !Number.isSafeInteger(Number(state))) return undefined
    states.set(id, Number(state))
  }
  return states
}
