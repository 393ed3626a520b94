import { grouped, type Command, type CommandParts } from './command.ts'

/** What applies wherever the user is. */
export function appCommands({ dialogs, undoStack, toasts }: CommandParts): Command[] {
  const app = grouped('app')
  return [
    app('undo', { keys: ['z'], run: () => undoStack.undo(toasts) }),
    app('palette', { keys: ['Mod+k'], run: () => dialogs.open('palette') }),
    app('shortcuts', { keys: ['?'], run: () => dialogs.open('shortcuts') }),
  ]
}
