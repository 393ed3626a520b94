import { messagePage } from '../thread-desk.ts'
import { grouped, type Command, type CommandParts } from './command.ts'

/** Creates the commands inside the open conversation. */
export function threadCommands({ navigator, threads }: CommandParts): Command[] {
  const thread = grouped('move', () => navigator.place.screen === 'mail' && threads.current !== undefined)
  const forThread = grouped(
    'act',
    () => navigator.place.screen === 'mail' && threads.current?.message() !== undefined,
  )

  function open(kind: 'print' | 'original'): void {
    const message = threads.current?.message()
    if (message) window.open(messagePage(kind, message), '_blank', 'noopener')
  }

  return [
    thread('expand-all', {
      keys: [';'],
      when: () => threads.current?.hasFolded === true,
      run: () => threads.current?.expandAll(),
    }),
    thread('next-message', { keys: ['n'], run: () => threads.current?.step(1) }),
    thread('previous-message', { keys: ['p'], run: () => threads.current?.step(-1) }),
    forThread('show-images', {
      keys: ['Shift+l'],
      when: () => threads.current?.hasBlockedImages === true,
      run: () => threads.current?.showImages(),
    }),
    forThread('print', { run: () => open('print') }),
    forThread('original', { run: () => open('original') }),
  ]
}
