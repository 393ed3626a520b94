import type { ProblemDetail } from '@plmail/wire'
import { type ListedMailbox, ProviderError, type Renamed } from '../contract/index.ts'
import { type ReadonlyJson, readNumber, readObjects, readString } from '../contract/read-json.ts'
import { batch } from './batch.ts'
import { graphError } from './classify.ts'
import { type Graph, segment } from './graph.ts'
import { categoryId, categoryName, isCategory } from './places.ts'

/** Display names are in the user's language: roles are found by names that stand in place of ids. */
const wellKnown = {
  inbox: 'inbox',
  sentitems: 'sent',
  drafts: 'drafts',
  deleteditems: 'trash',
  junkemail: 'junk',
  archive: 'archive',
} as const

/** Holds what Exchange is about to send; nobody's mail. */
const notShown = 'outbox'

/**
 * Shows what lies in other folders: its mail is not in it and its changes cannot be asked for. It is listed among the
 * real ones (Graph, "mailSearchFolder resource type").
 */
const searchFolder = '#microsoft.graph.mailSearchFolder'

const properties = 'id,displayName,parentFolderId,childFolderCount,totalItemCount'
const pageSize = 100

/** The tree of folders, Inbox and its like by role, and the categories behind them. */
export async function listMailboxes(graph: Graph): Promise<ListedMailbox[]> {
  const [roles, hidden] = await rolesById(graph)
  const folders = (await tree(graph)).filter((folder) => folder['id'] !== hidden)
  const ids = new Set(folders.map((folder) => folder['id']))
  const listed = folders.map((folder): ListedMailbox => {
    const parent = readString(folder['parentFolderId'])
    return {
      remoteId: readString(folder['id']),
      parentRemoteId: ids.has(parent) ? parent : null,
      name: readString(folder['displayName']),
      role: roles.get(readString(folder['id'])) ?? null,
      isSelectable: true,
      isSubscribed: true,
      fingerprint: null,
      total: readNumber(folder['totalItemCount']) ?? null,
    }
  })
  listed.sort((a, b) => Number(b.role === 'inbox') - Number(a.role === 'inbox'))
  return [...listed, ...(await categories(graph))]
}

async function tree(graph: Graph): Promise<ReadonlyJson[]> {
  const allFolders: ReadonlyJson[] = []
  const waiting = ['me/mailFolders']
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const query = { $select: properties, $top: String(pageSize) }
    for await (const page of graph.pages(path, query, 'listing the folders')) {
      const folders = page.filter((folder) => folder['@odata.type'] !== searchFolder)
      allFolders.push(...folders)
      for (const folder of folders) {
        const below = readNumber(folder['childFolderCount']) ?? 0
        if (below > 0) waiting.push(`me/mailFolders/${segment(readString(folder['id']))}/childFolders`)
      }
    }
  }
  return allFolders
}

type RoleById = Map<string, ListedMailbox['role']>

async function rolesById(graph: Graph): Promise<[RoleById, string | undefined]> {
  const calls = [...Object.keys(wellKnown), notShown].map((name) => ({
    key: name,
    method: 'GET' as const,
    url: `/me/mailFolders/${name}?$select=id`,
  }))
  const roles: RoleById = new Map()
  let hidden: string | undefined
  const doing = 'finding the Inbox and its like'
  for await (const { key, status, headers, body } of batch(graph, calls, doing)) {
    if (status === 404) continue // some mailboxes have no archive
    if (status !== 200) throw graphError({ status, headers, body: JSON.stringify(body) }, doing, graph.now())
    const id = readString(body['id'])
    if (key === notShown) hidden = id
    else if (isWellKnown(key)) roles.set(id, wellKnown[key])
  }
  return [roles, hidden]
}

const isWellKnown = (name: string): name is keyof typeof wellKnown => name in wellKnown

/** Without the permission for them there are none; everything else works. */
async function categories(graph: Graph): Promise<ListedMailbox[]> {
  const answer = await graph
    .get('me/outlook/masterCategories', {}, 'listing the categories')
    .catch((error: unknown) => {
      if (error instanceof ProviderError && error.kind === 'denied') return {}
      throw error
    })
  return readObjects((answer as ReadonlyJson)['value']).map((category) => ({
    remoteId: categoryId(readString(category['displayName'])),
    parentRemoteId: null,
    name: readString(category['displayName']),
    role: null,
    isSelectable: true,
    isSubscribed: true,
    fingerprint: null,
    total: null,
  }))
}

/** Making one that is there already is harmless. */
export async function createMailbox(
  graph: Graph,
  name: string,
  parent: string | null,
): Promise<{ remoteId: string }> {
  if (parent !== null && isCategory(parent)) throw toRefusal({ problem: 'mail-limit/within-category' })
  const present = await childNamed(graph, name, parent)
  if (present !== undefined) return { remoteId: present }
  const created = await graph.send('POST', childFoldersPath(parent), { displayName: name }, 'making a folder')
  return { remoteId: readString(created['id']) }
}

const childFoldersPath = (parent: string | null): string =>
  parent === null ? 'me/mailFolders' : `me/mailFolders/${segment(parent)}/childFolders`

async function childNamed(graph: Graph, name: string, parent: string | null): Promise<string | undefined> {
  const query = { $select: 'id,displayName', $top: String(pageSize) }
  for await (const page of graph.pages(childFoldersPath(parent), query, 'looking for a folder')) {
    const same = page.find((folder) => readString(folder['displayName']).toLowerCase() === name.toLowerCase())
    if (same) return readString(same['id'])
  }
  return undefined
}

/** Folders keep their ids when they are renamed or moved, and so does what lies within them. */
export async function renameMailbox(
  graph: Graph,
  id: string,
  name: string,
  parent: string | null,
): Promise<Renamed> {
  if (isCategory(id)) throw toRefusal({ problem: 'mail-limit/category-name' })
  const query = { $select: 'id,displayName,parentFolderId' }
  const folder = await graph.get(`me/mailFolders/${segment(id)}`, query, 'renaming a folder')
  const root = readString(
    (await graph.get('me/mailFolders/msgfolderroot', { $select: 'id' }, 'renaming a folder'))['id'],
  )
  const target = parent ?? root
  const taken = await childNamed(graph, name, parent)
  if (taken !== undefined && taken !== id) throw toRefusal({ problem: 'mail-limit/folder-exists', name })
  if (folder['displayName'] !== name)
    await graph.send('PATCH', `me/mailFolders/${segment(id)}`, { displayName: name }, 'renaming a folder')
  if (folder['parentFolderId'] !== target) {
    const body = { destinationId: target }
    await graph.send('POST', `me/mailFolders/${segment(id)}/move`, body, 'moving a folder')
  }
  return { remoteId: id, below: null }
}

/** Exchange deletes a folder with all that is in it, so that is looked at first. */
export async function deleteMailbox(graph: Graph, id: string): Promise<void> {
  if (isCategory(id)) return deleteCategory(graph, categoryName(id))
  const query = { $select: 'totalItemCount,childFolderCount,displayName' }
  const folder = await graph.get(`me/mailFolders/${segment(id)}`, query, 'deleting a folder')
  const name = readString(folder['displayName'])
  if ((readNumber(folder['totalItemCount']) ?? 1) > 0)
    throw toRefusal({ problem: 'mail-limit/folder-has-mail', name })
  if ((readNumber(folder['childFolderCount']) ?? 1) > 0)
    throw toRefusal({ problem: 'mail-limit/folder-has-folder', name })
  await graph.call({ method: 'DELETE', path: `me/mailFolders/${segment(id)}`, doing: 'deleting a folder' })
}

async function deleteCategory(graph: Graph, name: string): Promise<void> {
  const answer = await graph.get('me/outlook/masterCategories', {}, 'deleting a category')
  const category = readObjects(answer['value']).find((candidate) => candidate['displayName'] === name)
  if (!category) throw new ProviderError('gone', `There is no category ${name}`)
  const path = `me/outlook/masterCategories/${segment(readString(category['id']))}`
  await graph.call({ method: 'DELETE', path, doing: 'deleting a category' })
}

const toRefusal = (problem: ProblemDetail): ProviderError =>
  new ProviderError('refused', problem.problem, { problem })
