import type { Role } from '../types.ts'

/** Which way a message went: received, sent, or not sent yet. */
export type Direction = 'in' | 'out' | 'draft'

/** The direction of a message that arrives, from where it lies, its keywords and who wrote it. */
export function arrivingDirection(
  roles: ReadonlySet<Role | null>,
  keywords: readonly string[],
  isOwn: boolean,
): Direction {
  if (isDraft(roles, keywords)) return 'draft'
  return isOwn || roles.has('sent') ? 'out' : 'in'
}

/** The direction after a change of keywords or mailboxes: only drafts become, or stop being, something else. */
export function changedDirection(
  before: Direction,
  roles: ReadonlySet<Role | null>,
  keywords: readonly string[],
): Direction {
  if (isDraft(roles, keywords)) return 'draft'
  return before === 'draft' ? 'out' : before
}

function isDraft(roles: ReadonlySet<Role | null>, keywords: readonly string[]): boolean {
  return roles.has('drafts') || keywords.includes('$draft')
}
