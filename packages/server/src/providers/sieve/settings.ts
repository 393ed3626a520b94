import type { Dialer } from '../../egress/network/index.ts'

/** How to reach a ManageSieve server. */
export interface SieveSettings {
  dialer: Dialer
  host: string
  port: number
  /** `starttls`: required upgrade. `none`: in clear; the caller decides where that is allowed. */
  encryption: 'starttls' | 'none'
  username: string
}

/** Limits of patience and trust. */
export interface SieveOptions {
  /** PEM certificates trusted besides the system's. */
  trustedCertificates?: string
  /** For name and TCP together. */
  connectMilliseconds?: number
  /** Silence after which the connection counts as lost. */
  silenceMilliseconds?: number
}
