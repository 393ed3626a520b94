import type { Conventions, SessionInfo } from '@plmail/wire'
import { createContext } from 'svelte'
import type { Answer } from '../net/index.ts'
import type { Records } from '../records/index.ts'
import type { DateWords } from '../words/index.ts'
import type { Connection } from './connection.ts'
import type { Desk } from './desk.ts'
import type { Dialogs } from './dialogs.ts'
import type { MailActions } from './mail-actions.ts'
import type { Navigator } from './navigator.ts'
import type { Outbox } from './outbox.ts'
import type { PreferenceStore } from './preferences.ts'
import type { Command, CommandId } from './registry.ts'
import type { Toasts } from './toasts.ts'

/** What main puts together once and every screen may use. */
export interface App {
  readonly session: SessionInfo
  readonly records: Records
  readonly navigator: Navigator
  readonly desk: Desk
  readonly actions: MailActions
  readonly commands: ReadonlyMap<CommandId, Command>
  readonly dialogs: Dialogs
  readonly toasts: Toasts
  readonly outbox: Outbox
  readonly preferences: PreferenceStore
  readonly connection: Connection
  readonly dates: DateWords
  /** Saves a blob of the server as a file of this device; false when it cannot be had. */
  download(file: { accountId: string; blobId: string; name: string; type: string }): Promise<boolean>
  /** Reloads the page when the server has taken them. */
  setConventions(conventions: Conventions): Promise<Answer<unknown>>
  signOut(): void
  signOutEverywhere(): Promise<boolean>
}

const [useApp, provideApp] = createContext<App>()
export { provideApp, useApp }

/** The command of that id; every id has one. */
export function commandOf(app: App, id: CommandId): Command {
  const command = app.commands.get(id)
  if (!command) throw new Error(`no command ${id}`)
  return command
}
