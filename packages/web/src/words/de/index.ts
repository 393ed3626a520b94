import type { Catalogues } from '../catalogues.ts'
import { app } from './app.ts'
import { commands } from './commands.ts'
import { contacts } from './contacts.ts'
import { compose } from './compose.ts'
import { labels } from './labels.ts'
import { lists } from './lists.ts'
import { snooze } from './snooze.ts'
import { keyboard } from './keyboard.ts'
import { numbers } from './numbers.ts'
import { offline } from './offline.ts'
import { providers } from './providers.ts'
import { rules } from './rules.ts'
import { senders } from './senders.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { thread } from './thread.ts'
import { webhooks } from './webhooks.ts'

/** German: loaded as one piece, and only where it is spoken. */
export const german: Catalogues = {
  app,
  commands,
  contacts,
  compose,
  labels,
  lists,
  snooze,
  keyboard,
  numbers,
  offline,
  providers,
  rules,
  senders,
  search,
  settings,
  thread,
  webhooks,
}
