import type { Records } from '../../records/index.ts'
import { commandWords } from '../../words/index.ts'
import type { CalendarDesk } from '../calendar-desk.ts'
import type { ComposeDesk } from '../compose-desk.ts'
import type { Desk } from '../desk.ts'
import type { Dialogs } from '../dialogs.ts'
import type { Keys } from '../keys.ts'
import type { MailActions } from '../mail-actions.ts'
import type { Navigator } from '../navigator.ts'
import type { PreferenceStore } from '../preferences.ts'
import type { Senders } from '../senders.ts'
import type { ThreadDesk } from '../thread-desk.ts'
import type { Toasts } from '../toasts.ts'
import type { UndoStack } from '../undo-stack.ts'

/** Every command has a title in the catalogue, under its id; the catalogue is the list of ids. */
export type CommandId = keyof typeof commandWords.titles

/** The groups of the shortcuts sheet. */
export type CommandGroup = 'go' | 'calendar' | 'move' | 'act' | 'write' | 'app'

/** One thing the user can do. Toolbar, menus, palette, keys and the shortcuts sheet are all made from these. */
export interface Command {
  readonly id: CommandId
  readonly group: CommandGroup
  title(): string
  /** Keys in force: the default ones, or the user's own. Watched. */
  readonly keys: readonly Keys[]
  readonly defaultKeys: readonly Keys[]
  /** Whether it applies to what lies in front of the user now. */
  when(): boolean
  run(): void
}

export interface CommandParts {
  records: Records
  navigator: Navigator
  desk: Desk
  calendar: CalendarDesk
  compose: ComposeDesk
  actions: MailActions
  dialogs: Dialogs
  senders: () => Promise<Senders>
  threads: ThreadDesk
  toasts: Toasts
  undoStack: UndoStack
  preferences: PreferenceStore
  isAdmin: boolean
  /** Watched. The keys the user chose for a command instead of its own. */
  chosenKeys?: (id: CommandId) => readonly Keys[] | undefined
}

/** The part of a command that it defines itself; the rest comes from its group. */
export interface CommandEntry {
  keys?: readonly Keys[]
  /** Returns the title where it depends on what is in front of the user. */
  title?: () => string
  when?: () => boolean
  run: () => void
}

/** Makes the commands of one group; `applies` holds for all of them. */
export function grouped(group: CommandGroup, applies: () => boolean = () => true) {
  return (id: CommandId, { keys = [], title, when = () => true, run }: CommandEntry): Command => ({
    id,
    group,
    title: title ?? (() => commandWords.titles[id]),
    keys,
    defaultKeys: keys,
    when: () => applies() && when(),
    run,
  })
}
