import type { ImapFlow, ListResponse, StatusObject } from 'imapflow'
import { ProviderError, type ListedMailbox } from '../contract/index.ts'
import type { ImapConnection } from './connect.ts'
import { type Named, assignRoles } from './roles.ts'

/** Every folder with role and fingerprint: one LIST where the server has LIST-STATUS (RFC 5819), else STATUS per folder. */
export async function listMailboxes({ client }: ImapConnection): Promise<ListedMailbox[]> {
  const statusQuery = { messages: true, uidNext: true, uidValidity: true, highestModseq: true }
  // An open folder's figures are those this connection last saw; NOOP lets it see the present ones (RFC 3501 §6.1.2).
  if (client.mailbox) await client.noop()
  const listed = await client.list({ statusQuery })
  const root = rootPath(client)
  const folders = withAncestors(listed.map((entry) => toFolder(entry, root)))
  const roles = assignRoles(folders)
  return folders.map(({ path, parent, name, isSelectable, isSubscribed, status }) => ({
    remoteId: path,
    parentRemoteId: parent,
    name,
    role: roles.get(path) ?? null,
    isSelectable,
    isSubscribed,
    fingerprint: computeFingerprint(status),
    total: status?.messages ?? null,
  }))
}

interface Folder extends Named {
  parent: string | null
  delimiter: string
  isSubscribed: boolean
  status: StatusObject | undefined
}

/**
 * Returns the path whose children are the top-level folders: a personal namespace like `INBOX.` puts every folder under
 * INBOX (RFC 2342). Null without such a namespace.
 */
function rootPath(client: ImapFlow): string | null {
  const { prefix = '', delimiter } = client.namespace ?? {}
  return delimiter && prefix.endsWith(delimiter) ? prefix.slice(0, -delimiter.length) : null
}

function toFolder(entry: ListResponse, root: string | null): Folder {
  const parent = entry.parentPath === '' || entry.parentPath === root ? null : entry.parentPath
  const isSelectable = !entry.flags.has('\\Noselect') && !entry.flags.has('\\NonExistent')
  const depthOfRoot = root === null || entry.path === 'INBOX' ? 0 : root.split(entry.delimiter).length
  return {
    path: entry.path,
    parent,
    delimiter: entry.delimiter,
    name: entry.name,
    depth: Math.max(0, entry.parent.length - depthOfRoot),
    flags: entry.flags,
    isSelectable,
    // absent, against its type, when LSUB does not name the folder
    isSubscribed: Boolean(entry.subscribed),
    status: isSelectable ? entry.status : undefined,
  }
}

/** Servers need not list a parent that is no mailbox itself (RFC 3501 §6.3.8); a tree needs it. */
function withAncestors(folders: readonly Folder[]): Folder[] {
  const all = new Map(folders.map((folder) => [folder.path, folder]))
  for (const folder of folders) {
    let { parent } = folder
    let depth = folder.depth
    while (parent !== null && !all.has(parent)) {
      const steps = parent.split(folder.delimiter)
      const name = steps.pop() ?? parent
      depth = Math.max(0, depth - 1)
      const above = depth > 0 && steps.length > 0 ? steps.join(folder.delimiter) : null
      all.set(parent, {
        path: parent,
        parent: above,
        delimiter: folder.delimiter,
        name,
        depth,
        flags: new Set<string>(),
        isSelectable: false,
        isSubscribed: false,
        status: undefined,
      })
      parent = above
    }
  }
  return [...all.values()]
}

/** Without mod-sequences a flag change shows in no figure, so there is no fingerprint. */
function computeFingerprint(status: StatusObject | undefined): string | null {
  if (!status?.highestModseq || status.uidValidity === undefined || status.uidNext === undefined) return null
  return [status.uidValidity, status.uidNext, status.highestModseq, status.messages ?? 0].join('/')
}

/** Makes a folder and subscribes to it; one that is there already is the one asked for. */
export async function createMailbox(
  { client }: ImapConnection,
  name: string,
  parent: string | null,
): Promise<{ remoteId: string }> {
  const created = await client.mailboxCreate(getPath(client, name, parent))
  return { remoteId: created.path }
}

/**
 * Returns the path of a folder with this name in the parent, or at the top. Throws `refused` for names no path can
 * hold.
 */
export function getPath(client: ImapFlow, name: string, parent: string | null): string {
  const delimiter = client.namespace?.delimiter
  if (name === '' || (delimiter && name.includes(delimiter))) {
    throw new ProviderError('refused', `A folder of this server cannot be named "${name}"`, {
      detail: `The name must not be empty or contain "${delimiter ?? ''}".`,
    })
  }
  return parent === null ? name : `${parent}${delimiter ?? ''}${name}`
}
