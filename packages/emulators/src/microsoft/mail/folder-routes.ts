import type { EmulatedAnswer } from '../../http/answer.ts'
import {
  bodyObject,
  created,
  noContent,
  ok,
  readMail,
  writeMail,
  type GraphCall,
  type Route,
} from '../graph/call.ts'
import { getContext, pageOfAll } from '../graph/paging.ts'
import { badRequest, Refused } from '../refused.ts'
import { matches, parseFilter } from '../graph/filter.ts'
import { readSelection } from '../graph/selection.ts'
import { folderDelta } from './folder-delta.ts'
import { everything, folderJson, visibleChildren } from './folder-json.ts'
import { getFolder } from './lookup.ts'
import { getDestination } from './message-routes.ts'
import { childNamed, withDescendants, type Folder } from '../mailbox/mail-store.ts'

const read = { scopes: readMail }
const write = { scopes: writeMail }

/** The tree of folders. */
export const folderRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'mailFolders',
    operation: 'graph.mailFolders.list',
    ...read,
    run: (call) => list(call, call.mailbox.store.root),
  },
  {
    method: 'POST',
    path: 'mailFolders',
    operation: 'graph.mailFolders.create',
    ...write,
    run: (call) => create(call, call.mailbox.store.root),
  },
  {
    method: 'GET',
    path: 'mailFolders/delta',
    operation: 'graph.mailFolders.delta',
    ...read,
    run: folderDelta,
  },
  {
    method: 'GET',
    path: 'mailFolders/:folder',
    operation: 'graph.mailFolders.get',
    ...read,
    run: (call) => ok(shown(call, getFolder(call))),
  },
  {
    method: 'PATCH',
    path: 'mailFolders/:folder',
    operation: 'graph.mailFolders.update',
    ...write,
    run: rename,
  },
  {
    method: 'DELETE',
    path: 'mailFolders/:folder',
    operation: 'graph.mailFolders.delete',
    ...write,
    run: remove,
  },
  {
    method: 'POST',
    path: 'mailFolders/:folder/permanentDelete',
    operation: 'graph.mailFolders.permanentDelete',
    ...write,
    run: remove,
  },
  {
    method: 'POST',
    path: 'mailFolders/:folder/move',
    operation: 'graph.mailFolders.move',
    ...write,
    run: move,
  },
  {
    method: 'POST',
    path: 'mailFolders/:folder/copy',
    operation: 'graph.mailFolders.copy',
    ...write,
    run: copy,
  },
  {
    method: 'GET',
    path: 'mailFolders/:folder/childFolders',
    operation: 'graph.childFolders.list',
    ...read,
    run: (call) => list(call, getFolder(call)),
  },
  {
    method: 'POST',
    path: 'mailFolders/:folder/childFolders',
    operation: 'graph.childFolders.create',
    ...write,
    run: (call) => create(call, getFolder(call)),
  },
]

function shown(call: GraphCall, folder: Folder): object {
  const selection = call.method === 'GET' ? readSelection('mailFolder', call.query) : everything
  return { '@odata.context': getContext(call), ...folderJson(folder, selection) }
}

/** One level of the tree, hidden folders only when asked for [D]. */
function list(call: GraphCall, parent: Folder): EmulatedAnswer {
  const selection = readSelection('mailFolder', call.query)
  const withHidden = call.query.get('includeHiddenFolders')?.toLowerCase() === 'true'
  const filterText = call.query.get('$filter')
  const filter = filterText === null ? undefined : parseFilter(filterText)
  const all = visibleChildren(parent, withHidden).filter((folder) => {
    const json = folderJson(folder, everything)
    return filter === undefined || matches(filter, (path) => json[path])
  })
  return pageOfAll(
    call,
    all.map((folder) => folderJson(folder, selection)),
  )
}

function create(call: GraphCall, parent: Folder): EmulatedAnswer {
  const { displayName, isHidden } = bodyObject(call)
  const name = nameFrom(displayName)
  refuseTaken(parent, name)
  if (isHidden === true) throw badRequest('A hidden folder cannot be made here.')
  return created(shown(call, call.mailbox.store.addFolder(name, parent)))
}

function rename(call: GraphCall): EmulatedAnswer {
  const folder = getFolder(call)
  const name = nameFrom(bodyObject(call)['displayName'])
  refuseDistinguished(folder, 'renamed')
  if (folder.parent && childNamed(folder.parent, name) !== folder) refuseTaken(folder.parent, name)
  call.mailbox.store.renameFolder(folder, name)
  return ok(shown(call, folder))
}

function remove(call: GraphCall): EmulatedAnswer {
  const folder = getFolder(call)
  refuseDistinguished(folder, 'deleted')
  call.mailbox.store.removeFolder(folder)
  return noContent
}

function move(call: GraphCall): EmulatedAnswer {
  const folder = getFolder(call)
  const to = getDestination(call)
  refuseDistinguished(folder, 'moved')
  if (withDescendants(folder).includes(to))
    throw new Refused(400, 'ErrorMoveCopyFailed', 'A folder cannot be moved into itself.')
  refuseTaken(to, folder.name)
  call.mailbox.store.moveFolder(folder, to)
  return created(shown(call, folder))
}

function copy(call: GraphCall): EmulatedAnswer {
  const folder = getFolder(call)
  const to = getDestination(call)
  refuseTaken(to, folder.name)
  if (withDescendants(folder).includes(to))
    throw new Refused(400, 'ErrorMoveCopyFailed', 'A folder cannot be copied into itself.')
  return created(shown(call, copyInto(call, folder, to)))
}

function copyInto(call: GraphCall, folder: Folder, to: Folder): Folder {
  const { store } = call.mailbox
  const newFolder = store.addFolder(folder.name, to)
  for (const item of folder.messages.items) store.copy(item, newFolder)
  for (const child of folder.children) copyInto(call, child, newFolder)
  return newFolder
}

function nameFrom(value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '' && value.length <= 255) return value
  throw new Refused(400, 'ErrorInvalidRequest', 'A folder needs a displayName of 1 to 255 characters.')
}

/** [F] */
function refuseTaken(parent: Folder, name: string): void {
  if (childNamed(parent, name))
    throw new Refused(
      409,
      'ErrorFolderExists',
      'A folder with the specified name already exists., Could not create folder.',
    )
}

/** [K] The folders of the mailbox itself stay as they are. */
function refuseDistinguished(folder: Folder, what: string): void {
  if (folder.wellKnown !== undefined)
    throw new Refused(400, 'ErrorDeleteDistinguishedFolder', `A distinguished folder cannot be ${what}.`)
}
