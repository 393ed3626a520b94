import type { Conventions, SessionInfo } from '@plmail/wire'
import { createContext } from 'svelte'
import type { Answer, Http, BlobUpload } from '../net/index.ts'
import type { Records } from '../records/index.ts'
import type { DateWords } from '../words/index.ts'
import type { CalendarDesk } from './calendar-desk.ts'
import type { ComposeDesk } from './compose-desk.ts'
import type { Connection } from './connection.ts'
import type { Desk } from './desk.ts'
import type { Device } from './device.ts'
import type { Dialogs } from './dialogs.ts'
import type { MailActions } from './mail-actions.ts'
import type { Navigator } from './navigator.ts'
import type { MessageQueue } from './message-queue.ts'
import type { Notifying } from './notifying.ts'
import type { Outbox } from './outbox.ts'
import type { PreferenceStore } from './preferences.ts'
import type { Command, CommandId } from './registry.ts'
import type { Senders } from './senders.ts'
import type { ThreadDesk } from './thread-desk.ts'
import type { Toasts } from './toasts.ts'
import type { TypingHandover } from './typing-handover.ts'
import type { UndoStack } from './undo-stack.ts'

/** The services that main creates once and every screen may use. */
export interface App {
  /** Watched. */
  readonly session: SessionInfo
  readonly records: Records
  readonly navigator: Navigator
  readonly desk: Desk
  readonly calendar: CalendarDesk
  readonly compose: ComposeDesk
  readonly actions: MailActions
  readonly commands: ReadonlyMap<CommandId, Command>
  readonly dialogs: Dialogs
  readonly typing: TypingHandover
  /** Loaded when they are first asked for. */
  senders(): Promise<Senders>
  readonly threads: ThreadDesk
  readonly toasts: Toasts
  readonly undoStack: UndoStack
  readonly outbox: Outbox
  /** Loaded when it is first asked for. */
  messageQueue(): Promise<MessageQueue>
  readonly preferences: PreferenceStore
  readonly connection: Connection
  readonly device: Device
  /** Loaded when it is first asked for. */
  notifying(): Promise<Notifying>
  readonly dates: DateWords
  /** IANA name; undefined is the browser's. */
  readonly timeZone: string | undefined
  /** Saves a blob of the server as a file of this device; false when it cannot be had. */
  download(file: { accountId: string; blobId: string; name: string; type: string }): Promise<boolean>
  /** A blob of the server; undefined when it cannot be had. */
  blob(file: { accountId: string; blobId: string; name: string; type: string }): Promise<Blob | undefined>
  /** Sends a file up, for a message that is being written. */
  readonly upload: BlobUpload
  /** Runs `task` after `ms`; returns how to call it off. */
  after(ms: number, task: () => void): () => void
  /** For what no record keeps. */
  readonly http: Http
  /** Applies the session that the server returns: after its user has changed it, or where the disk had an older one. */
  renew(session: SessionInfo): void
  /** Reloads the page when the server has taken them. */
  setConventions(conventions: Conventions): Promise<Answer<unknown>>
  /** Takes the user's mail off this device and leaves; false when changes would be lost that are not sent yet. */
  signOut(how?: 'anyway'): Promise<boolean>
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
