import type { DiskTrouble } from '../disk/index.ts'

/** What this browser keeps of the user's mail. Watched. */
export interface Device {
  readonly keepsMail: boolean
  /** Why nothing, or nothing more, is kept. */
  readonly trouble: DiskTrouble | undefined
  /** Octets kept, where the browser says. */
  usage(): Promise<number | undefined>
  /** Reloads the page. */
  setKeepsMail(isWanted: boolean): Promise<void>
  /** Whether the browser offers to make an app of plMail. */
  readonly canInstall: boolean
  install(): Promise<void>
}
