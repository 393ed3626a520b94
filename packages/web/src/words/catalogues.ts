import type { app } from './en/app.ts'
import type { commands } from './en/commands.ts'
import type { contacts } from './en/contacts.ts'
import type { compose } from './en/compose.ts'
import type { labels } from './en/labels.ts'
import type { lists } from './en/lists.ts'
import type { snooze } from './en/snooze.ts'
import type { keyboard } from './en/keyboard.ts'
import type { numbers } from './en/numbers.ts'
import type { offline } from './en/offline.ts'
import type { providers } from './en/providers.ts'
import type { rules } from './en/rules.ts'
import type { senders } from './en/senders.ts'
import type { search } from './en/search.ts'
import type { settings } from './en/settings.ts'
import type { thread } from './en/thread.ts'
import type { webhooks } from './en/webhooks.ts'

/** What a language has to say: a catalogue an area of the client. English is the original, the others follow its shape. */
export interface Catalogues {
  app: typeof app
  commands: typeof commands
  contacts: typeof contacts
  compose: typeof compose
  labels: typeof labels
  lists: typeof lists
  snooze: typeof snooze
  keyboard: typeof keyboard
  numbers: typeof numbers
  offline: typeof offline
  providers: typeof providers
  rules: typeof rules
  senders: typeof senders
  search: typeof search
  settings: typeof settings
  thread: typeof thread
  webhooks: typeof webhooks
}
