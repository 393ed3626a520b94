import type { Keys } from './keys.ts'
import type { Command, CommandId } from './registry.ts'

/** Two commands that share keys from the start never apply at the same time: only chosen keys can be in the way. */
export function keyConflicts(commands: Iterable<Command>): Map<CommandId, Command[]> {
  const all = [...commands]
  const conflicts = new Map<CommandId, Command[]>()
  for (const command of all) {
    const rivals = all.filter(
      (candidate) =>
        candidate.id !== command.id &&
        meets(command.keys, candidate.keys) &&
        !meets(command.defaultKeys, candidate.defaultKeys),
    )
    if (rivals.length > 0) conflicts.set(command.id, rivals)
  }
  return conflicts
}

/** The same keys, or one the first half of the other. */
function meets(some: readonly Keys[], others: readonly Keys[]): boolean {
  return some.some((a) => others.some((b) => a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `)))
}
