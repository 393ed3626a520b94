import { inbox } from '../places.ts'
import { grouped, type Command, type CommandParts } from './command.ts'

/** Creates the commands that apply on every screen. */
export function appCommands({ navigator, dialogs, calendar, undoStack, toasts }: CommandParts): Command[] {
  const app = grouped('app')
  return [
    app('undo', { keys: ['z'], run: () => undoStack.undo(toasts) }),
    app('search', {
      keys: ['/'],
      run: () => {
        if (navigator.place.screen === 'calendar') return calendar.current?.run('search')
        if (navigator.place.screen !== 'mail') navigator.go(inbox)
        dialogs.open('search')
      },
    }),
    app('ask', { keys: ['q'], run: () => dialogs.open('ask') }),
    app('digest', { keys: ['Shift+q'], run: () => dialogs.open('digest') }),
    app('palette', { keys: ['Mod+k'], run: () => dialogs.open('palette') }),
    app('shortcuts', { keys: ['?'], run: () => dialogs.open('shortcuts') }),
  ]
}
