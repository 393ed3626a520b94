import type { Preferences, SwipeDeed } from '@plmail/wire'
import type { Command, CommandId } from './registry.ts'

/** Commands of each swipe; the first that applies to the conversation runs, so that a swipe can also undo itself. */
const commandsOf: Readonly<Record<SwipeDeed, readonly CommandId[]>> = {
  archive: ['archive', 'to-inbox'],
  trash: ['trash', 'to-inbox'],
  snooze: ['unsnooze', 'snooze'],
  read: ['mark-read', 'mark-unread'],
  star: ['star'],
  move: ['move'],
  none: [],
}

/** Returns the command of a swipe to this side on the held row; undefined: none. */
export function swipedCommand(
  commands: ReadonlyMap<CommandId, Command>,
  { swipeLeft, swipeRight }: Preferences,
  side: 'left' | 'right',
): Command | undefined {
  const ids = commandsOf[side === 'left' ? swipeLeft : swipeRight]
  return ids.map((id) => commands.get(id)).find((command) => command?.when())
}
