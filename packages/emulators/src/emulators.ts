import type { EmulatedAssistant } from './assistant/index.ts'
import type { Ticker } from './control/ticker.ts'
import type { StoryPerson, MailboxProfile } from './generator/index.ts'
import type { GoogleAccountOptions as GoogleAccount, Google } from './google/index.ts'
import type { AccountOptions as MicrosoftAccount, MailboxOptions, Microsoft } from './microsoft/index.ts'
import type { World } from './world.ts'

export interface AccountPlan extends StoryPerson {
  /** Absent: an empty mailbox. */
  profile?: MailboxProfile
  /** Theme of the demo profile; default: home at Google, work at Microsoft. */
  story?: 'home' | 'work'
}

export type Provider = 'google' | 'microsoft'

/** Both providers of one world, and what drives them. After `reset` the fields hold the new ones. */
export interface Emulators {
  readonly world: World
  readonly google: Google
  readonly microsoft: Microsoft
  /** A model server. */
  readonly assistant: EmulatedAssistant
  /** `…/__emu/` below it. */
  readonly controlUrl: string
  readonly people: readonly (StoryPerson & { provider: Provider })[]
  readonly ticker: Ticker
  addGoogle(plan: AccountPlan, options?: GoogleAccount): ReturnType<Google['addAccount']>
  addMicrosoft(
    plan: AccountPlan,
    options?: Partial<MailboxOptions> & MicrosoftAccount,
  ): ReturnType<Microsoft['addAccount']>
  /** Forgets accounts, consents, faults and logs and starts over, at the same addresses. The clock goes on. */
  reset(to?: { seed?: string; profile?: MailboxProfile }): Promise<void>
  close(): Promise<void>
}
