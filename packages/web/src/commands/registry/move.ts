import { grouped, type Command, type CommandParts } from './command.ts'

/** Moving about in the mail in front of the user. */
export function moveCommands({ navigator, desk }: CommandParts): Command[] {
  const move = grouped('move', () => navigator.place.screen === 'mail')
  return [
    move('next', { keys: ['j', 'ArrowDown'], run: () => desk.step(1) }),
    move('previous', { keys: ['k', 'ArrowUp'], run: () => desk.step(-1) }),
    move('first', {
      keys: ['Home'],
      when: () => desk.open === undefined,
      run: () => desk.step(-Number.MAX_SAFE_INTEGER),
    }),
    move('open', {
      keys: ['o', 'Enter'],
      when: () => desk.cursor !== undefined,
      run: () => {
        if (desk.cursor) desk.openThread(desk.cursor)
      },
    }),
    move('close', {
      keys: ['u', 'Escape'],
      when: () => desk.open !== undefined || desk.selectedCount > 0,
      run: () => {
        if (desk.selectedCount > 0) desk.clearSelection()
        else desk.closeThread()
      },
    }),
  ]
}
