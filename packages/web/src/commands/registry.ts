import { actCommands } from './registry/act.ts'
import { appCommands } from './registry/app.ts'
import { calendarCommands } from './registry/calendar.ts'
import type { Command, CommandId, CommandParts } from './registry/command.ts'
import { goCommands } from './registry/go.ts'
import { listCommands } from './registry/lists.ts'
import { moveCommands } from './registry/move.ts'
import { senderCommands } from './registry/senders.ts'
import { snoozeCommands } from './registry/snooze.ts'
import { tabCommands } from './registry/tabs.ts'
import { threadCommands } from './registry/thread.ts'
import { writeCommands } from './registry/write.ts'

export type { Command, CommandId, CommandParts } from './registry/command.ts'

/** The commands of every group; a group is a file in `registry`, its titles are messages of the section `commands`. */
const groups = [
  writeCommands,
  calendarCommands,
  actCommands,
  senderCommands,
  snoozeCommands,
  threadCommands,
  listCommands,
  tabCommands,
  moveCommands,
  goCommands,
  appCommands,
]

/** Commands that the server can apply to everything in a list; the others apply to loaded conversations only. */
const ofWholeLists: ReadonlySet<CommandId> = new Set<CommandId>([
  ...(['archive', 'trash', 'star', 'mark-read', 'mark-unread', 'move', 'label'] as const),
  ...(['to-inbox', 'to-spam', 'categorise', 'select'] as const),
])

export function createCommands(parts: CommandParts): ReadonlyMap<CommandId, Command> {
  const commands = groups
    .flatMap((commandsOf) => commandsOf(parts))
    .map((command): Command => ({
      ...command,
      when: () =>
        (command.group !== 'act' || !parts.desk.isWhole || ofWholeLists.has(command.id)) && command.when(),
      get keys() {
        return parts.chosenKeys?.(command.id) ?? command.defaultKeys
      },
    }))
  return new Map(commands.map((command) => [command.id, command]))
}
