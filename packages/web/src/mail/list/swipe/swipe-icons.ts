import type { Command, CommandId } from '../../../commands/index.ts'
import type { IconName } from '../../../ui/index.ts'

const icons: Partial<Record<CommandId, IconName>> = {
  archive: 'archive',
  'to-inbox': 'inbox',
  trash: 'trash',
  destroy: 'destroy',
  snooze: 'snooze',
  unsnooze: 'inbox',
  'mark-read': 'mark-read',
  'mark-unread': 'mark-unread',
  star: 'star',
  move: 'move',
}

/** Returns the icon beside the title of a swipe's command. */
export const iconOf = ({ id }: Command): IconName => icons[id] ?? 'more'
