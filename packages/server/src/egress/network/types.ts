import type { EgressOutcome, EgressReason, LedgerReason, UserId } from '@plmail/wire'

/** On whose behalf a connection is opened. */
export type Owner = UserId | 'installation'

/** Why a connection is opened, and on whose behalf. */
export interface Purpose {
  reason: EgressReason
  owner: Owner
  /** Pictures: the address that sent the message they are in. */
  sender?: string
}

/** What is written down of a connection. */
export interface Traffic {
  reason: LedgerReason
  host: string
  outcome: EgressOutcome
  times: number
  bytesOut: number
  bytesIn: number
}

export interface NetworkNeeds {
  /** Rejects with `SwitchedOff` unless connections for this reason are allowed at this moment. */
  admit(reason: EgressReason): Promise<void>
  record(purpose: Purpose, traffic: Traffic): void
}

/** Nothing is connected for this reason: neither a name server nor the host has been asked. */
export class SwitchedOff extends Error {
  override readonly name = 'SwitchedOff'
  readonly code = 'EGRESS_OFF'
  readonly reason: EgressReason

  constructor(reason: EgressReason) {
    super(`Connections for ${reason} are switched off`)
    this.reason = reason
  }
}
