import type { Dialer } from '../../egress/network/index.ts'

/** How to reach a mailbox. */
export interface ImapSettings {
  dialer: Dialer
  host: string
  port: number
  /** `tls`: from the first byte. `starttls`: required upgrade. `none`: in clear; the caller decides where that is allowed. */
  encryption: 'tls' | 'starttls' | 'none'
  username: string
}

/** Limits of patience and trust. */
export interface ImapOptions {
  /** PEM certificates trusted besides the system's. */
  trustedCertificates?: string
  /** For name, TCP and TLS together. */
  connectMilliseconds?: number
  /** For the server's first line. */
  greetingMilliseconds?: number
  /** Silence within a command after which the connection counts as lost. */
  silenceMilliseconds?: number
  /** Next to nothing but words like "Still here" within a command, after which it is given up. */
  stallMilliseconds?: number
}
