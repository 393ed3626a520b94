import type { Preferences, SwipeDeed } from '@plmail/wire'
import type { Command, CommandId } from './registry.ts'

/** What a swipe does; the first of these that applies to the conversation, so that it also leads back. */
const commandsOf: Readonly<Record<SwipeDeed, readonly CommandId[]>> = {
  archive: ['archive', 'to-inbox'],
  trash: ['trash', 'to-inbox'],
  snooze: ['unsnooze', 'snooze'],
  read: ['mark-read', 'mark-unread'],
  star: ['star'],
  move: ['move'],
  none: [],
}

/** What pulling the row that is held to this side would do; undefined: nothing. */
export function swipedCommand(
  commands: ReadonlyMap<CommandId, Command>,
  { swipeLeft, swipeRight }: Preferences,
  side: 'left' | 'right',
): Command | undefined {
  const ids = commandsOf[side === 'left' ? swipeLeft : swipeRight]
  return ids.map((id) => commands.get(id)).find((command) => command?.when())
}
