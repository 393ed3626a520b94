import type { NotifyWishes } from '../disk/index.ts'

/**
 * Why there are no notifications: the browser cannot, the page did not come over https, the user forbade them there or
 * closed the question, the browser reaches no push service, our server would not, or could not be asked.
 */
export type NotifyProblem =
  'unsupported' | 'insecure' | 'blocked' | 'unanswered' | 'no-service' | 'refused' | 'offline'

/** The result of a trial: the problem that ended it, or that it arrived. */
export type NotifyTried =
  | NotifyProblem
  | 'arrived'
  | 'not-arrived'
  | 'unconfirmed'
  | 'gone'
  | 'service-refused'
  | 'service-failed'
  | 'switched-off'
  | 'too-often'

/** Notifications of this device. Watched. */
export interface Notifying {
  readonly isOn: boolean
  readonly wishes: NotifyWishes
  readonly problem: NotifyProblem | undefined
  /** Asks the user where the browser wants that, so it is for a click only. */
  switchOn(): Promise<void>
  switchOff(): Promise<void>
  choose(wishes: Partial<NotifyWishes>): Promise<void>
  /** Sends a message the whole way and waits until it is here. */
  tryOut(): Promise<NotifyTried>
}
