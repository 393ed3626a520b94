import type { RemoteMailbox, Role } from '../types.ts'

/**
 * The provider's list in an order that has every parent before its children, each id once and each role once
 * (RFC 8621 §2: no two mailboxes of an account share a role; the first listed keeps it). A parent that is not
 * listed, or that would be its own ancestor, is no parent.
 */
export function remoteTree(remote: readonly RemoteMailbox[]): RemoteMailbox[] {
  const byId = new Map<string, RemoteMailbox>()
  const roles = new Set<Role>()
  for (const mailbox of remote) {
    if (byId.has(mailbox.remoteId)) continue
    const role = mailbox.role && !roles.has(mailbox.role) ? mailbox.role : null
    if (role) roles.add(role)
    byId.set(mailbox.remoteId, { ...mailbox, role })
  }
  const placed = new Map<string, RemoteMailbox>()
  for (const mailbox of byId.values()) placeWithParents(mailbox, byId, placed)
  return [...placed.values()]
}

function placeWithParents(
  mailbox: RemoteMailbox,
  byId: ReadonlyMap<string, RemoteMailbox>,
  placed: Map<string, RemoteMailbox>,
): void {
  const path: RemoteMailbox[] = []
  const above = new Set<string>()
  let next: RemoteMailbox | undefined = mailbox
  while (next && !placed.has(next.remoteId) && !above.has(next.remoteId)) {
    path.push(next)
    above.add(next.remoteId)
    next = next.parentRemoteId === null ? undefined : byId.get(next.parentRemoteId)
  }
  for (const ancestor of path.reverse()) {
    const parentRemoteId =
      ancestor.parentRemoteId !== null && placed.has(ancestor.parentRemoteId) ? ancestor.parentRemoteId : null
    placed.set(ancestor.remoteId, { ...ancestor, parentRemoteId })
  }
}
