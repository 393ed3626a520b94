import type { app } from './en/app.ts'
import type { commands } from './en/commands.ts'
import type { numbers } from './en/numbers.ts'
import type { providers } from './en/providers.ts'
import type { settings } from './en/settings.ts'
import type { webhooks } from './en/webhooks.ts'

/** What a language has to say: a catalogue an area of the client. English is the original, the others follow its shape. */
export interface Catalogues {
  app: typeof app
  commands: typeof commands
  numbers: typeof numbers
  providers: typeof providers
  settings: typeof settings
  webhooks: typeof webhooks
}
