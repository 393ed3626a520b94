import type { NotifyChoice, QuietHours } from '../disk/index.ts'

/** Why there are no notifications: the browser cannot, the user forbade them there, or the server would not. */
export type NotifyProblem = 'unsupported' | 'blocked' | 'refused'

/** Notifications of this device. Watched. */
export interface Notifying {
  readonly isOn: boolean
  readonly who: NotifyChoice
  readonly quiet: QuietHours | null
  readonly problem: NotifyProblem | undefined
  /** Asks the user where the browser wants that. */
  switchOn(): Promise<void>
  switchOff(): Promise<void>
  choose(choice: { who?: NotifyChoice; quiet?: QuietHours | null }): Promise<void>
}
