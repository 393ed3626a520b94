import type { DiskTrouble } from '../disk/index.ts'

/** The mail that this browser stores for the user. Watched. */
export interface Device {
  readonly keepsMail: boolean
  /** Why nothing, or nothing more, is kept. */
  readonly trouble: DiskTrouble | undefined
  /** Number of octets stored, if the browser reports it. */
  usage(): Promise<number | undefined>
  /** Reloads the page. */
  setKeepsMail(isWanted: boolean): Promise<void>
  /** Whether the browser offers to make an app of plMail. */
  readonly canInstall: boolean
  install(): Promise<void>
}
