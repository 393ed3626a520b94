import type { Desk } from './desk.ts'
import type { Dialogs } from './dialogs.ts'
import type { Keys } from './keys.ts'
import type { MailActions } from './mail-actions.ts'
import type { Navigator } from './navigator.ts'
import { inbox } from './places.ts'
import type { Records } from '../records/index.ts'
import type { Toasts } from './toasts.ts'
import type { UndoStack } from './undo-stack.ts'

/** One thing the user can do. Toolbar, menus, palette, keys and the shortcuts sheet are all made from these. */
export interface Command {
  readonly id: CommandId
  readonly group: 'go' | 'move' | 'act' | 'app'
  title(): string
  readonly keys: readonly Keys[]
  /** Whether it applies to what lies in front of the user now. */
  when(): boolean
  run(): void
}

export const commandIds = [
  'archive',
  'trash',
  'destroy',
  'star',
  'mark-read',
  'mark-unread',
  'move',
  'select',
  'open',
  'close',
  'next',
  'previous',
  'first',
  'undo',
  'go-inbox',
  'go-accounts',
  'go-display',
  'go-jobs',
  'palette',
  'shortcuts',
] as const
export type CommandId = (typeof commandIds)[number]

export interface CommandParts {
  records: Records
  navigator: Navigator
  desk: Desk
  actions: MailActions
  dialogs: Dialogs
  toasts: Toasts
  undoStack: UndoStack
  isAdmin: boolean
}

export function createCommands(parts: CommandParts): ReadonlyMap<CommandId, Command> {
  const commands = [
    ...actCommands(parts),
    ...moveCommands(parts),
    ...goCommands(parts),
    ...appCommands(parts),
  ]
  return new Map(commands.map((command) => [command.id, command]))
}

function actCommands({ records, navigator, desk, actions, dialogs }: CommandParts): Command[] {
  const { store } = records
  const isInMail = (): boolean => navigator.place.screen === 'mail'
  const hasTargets = (): boolean => isInMail() && desk.targets().length > 0
  const emails = () => desk.targets().flatMap((ref) => store.emailsOf(ref))
  /** Whether the list shows the mailbox of that role in every account a target is in. */
  const isListOf = (role: 'archive' | 'trash' | 'drafts'): boolean =>
    desk.targets().every(({ accountId }) => {
      const mailbox = store.mailboxWithRole(accountId, role)
      return mailbox !== undefined && desk.list.source.mailboxIn(accountId) === mailbox.id
    })
  const act = (
    id: CommandId,
    title: string | (() => string),
    keys: Keys[],
    when: () => boolean,
    run: () => void,
  ): Command => ({
    id,
    group: 'act',
    title: typeof title === 'string' ? () => title : title,
    keys,
    when: () => hasTargets() && when(),
    run,
  })
  const isStarred = (): boolean =>
    desk.targets().length > 0 && desk.targets().every((ref) => store.emailsOf(ref).some(isFlagged))

  return [
    act(
      'archive',
      'Archive',
      ['e'],
      () => !isListOf('archive') && !isListOf('trash'),
      () => {
        void actions.archive(desk.targets())
      },
    ),
    act(
      'trash',
      'Delete',
      ['#', 'Delete'],
      () => !isListOf('trash'),
      () => {
        void actions.trash(desk.targets())
      },
    ),
    act(
      'destroy',
      'Delete forever',
      ['#', 'Delete'],
      () => isListOf('trash'),
      () => dialogs.open('confirm-destroy'),
    ),
    act(
      'star',
      () => (isStarred() ? 'Remove star' : 'Star'),
      ['s'],
      () => true,
      () => actions.toggleStar(desk.targets()),
    ),
    act(
      'mark-read',
      'Mark as read',
      ['Shift+i'],
      () => emails().some((email) => !email.keywords['$seen']),
      () => actions.markRead(desk.targets()),
    ),
    act(
      'mark-unread',
      'Mark as unread',
      ['Shift+u'],
      () => emails().every((email) => email.keywords['$seen']),
      () => actions.markUnread(desk.targets()),
    ),
    act(
      'move',
      'Move to folder',
      ['v'],
      () => new Set(desk.targets().map((ref) => ref.accountId)).size === 1,
      () => dialogs.open('move'),
    ),
    act(
      'select',
      'Select',
      ['x'],
      () => desk.cursor !== undefined,
      () => {
        if (desk.cursor) desk.toggleSelected(desk.cursor)
      },
    ),
  ]
}

function isFlagged({ keywords }: { keywords: Record<string, true> }): boolean {
  return keywords['$flagged'] === true
}

function moveCommands({ navigator, desk }: CommandParts): Command[] {
  const isInMail = (): boolean => navigator.place.screen === 'mail'
  const move = (
    id: CommandId,
    title: string,
    keys: Keys[],
    when: () => boolean,
    run: () => void,
  ): Command => ({
    id,
    group: 'move',
    title: () => title,
    keys,
    when: () => isInMail() && when(),
    run,
  })
  return [
    move(
      'next',
      'Next conversation',
      ['j', 'ArrowDown'],
      () => true,
      () => desk.step(1),
    ),
    move(
      'previous',
      'Previous conversation',
      ['k', 'ArrowUp'],
      () => true,
      () => desk.step(-1),
    ),
    move(
      'first',
      'First conversation',
      ['Home'],
      () => desk.open === undefined,
      () => desk.step(-Number.MAX_SAFE_INTEGER),
    ),
    move(
      'open',
      'Open',
      ['o', 'Enter'],
      () => desk.cursor !== undefined,
      () => {
        if (desk.cursor) desk.openThread(desk.cursor)
      },
    ),
    move(
      'close',
      'Back to the list',
      ['u', 'Escape'],
      () => desk.open !== undefined || desk.selectedCount > 0,
      () => {
        if (desk.selectedCount > 0) desk.clearSelection()
        else desk.closeThread()
      },
    ),
  ]
}

function goCommands({ navigator, isAdmin }: CommandParts): Command[] {
  const go = (id: CommandId, title: string, keys: Keys[], run: () => void, when = () => true): Command => ({
    id,
    group: 'go',
    title: () => title,
    keys,
    when,
    run,
  })
  return [
    go('go-inbox', 'Go to Inbox', ['g i'], () => navigator.go(inbox)),
    go('go-accounts', 'Go to accounts', ['g ,'], () =>
      navigator.go({ screen: 'settings', page: 'accounts' }),
    ),
    go('go-display', 'Go to display settings', [], () =>
      navigator.go({ screen: 'settings', page: 'display' }),
    ),
    go(
      'go-jobs',
      'Go to jobs',
      [],
      () => navigator.go({ screen: 'settings', page: 'jobs' }),
      () => isAdmin,
    ),
  ]
}

function appCommands({ dialogs, undoStack, toasts }: CommandParts): Command[] {
  const app = (id: CommandId, title: string, keys: Keys[], run: () => void): Command => ({
    id,
    group: 'app',
    title: () => title,
    keys,
    when: () => true,
    run,
  })
  return [
    app('undo', 'Undo', ['z'], () => undoStack.undo(toasts)),
    app('palette', 'Find a command', ['Mod+k'], () => dialogs.open('palette')),
    app('shortcuts', 'Keyboard shortcuts', ['?'], () => dialogs.open('shortcuts')),
  ]
}
