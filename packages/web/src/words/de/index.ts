import type { Catalogues } from '../catalogues.ts'
import { app } from './app.ts'
import { commands } from './commands.ts'
import { numbers } from './numbers.ts'
import { providers } from './providers.ts'
import { settings } from './settings.ts'
import { webhooks } from './webhooks.ts'

/** German: loaded as one piece, and only where it is spoken. */
export const german: Catalogues = { app, commands, numbers, providers, settings, webhooks }
