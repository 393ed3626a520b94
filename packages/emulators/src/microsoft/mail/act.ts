import type { ActAs } from '../../mailbox.ts'
import { itemById, type GraphMailbox } from '../mailbox/mailbox.ts'
import { findFolder, folderFor } from './places.ts'
import { notFlagged, type Folder, type MailItem } from '../mailbox/mail-store.ts'
import { sendAway } from './sending.ts'

/** Another client's doing: the phone in a pocket, Outlook in a tab. */
export function actOn(mailbox: GraphMailbox, op: ActAs): void {
  const { store } = mailbox
  switch (op.kind) {
    case 'mark':
    case 'unmark':
      return forEachItem(mailbox, op.ids, (item) => mark(mailbox, item, op.keyword, op.kind === 'mark'))
    case 'label':
    case 'unlabel':
      return forEachItem(mailbox, op.ids, (item) => tag(mailbox, item, op.label, op.kind === 'label'))
    case 'move':
      return forEachItem(mailbox, op.ids, (item) => store.move(item, need(mailbox, op.to)))
    case 'archive':
    case 'trash':
      return forEachItem(mailbox, op.ids, (item) => store.move(item, need(mailbox, op.kind)))
    case 'delete':
      return forEachItem(mailbox, op.ids, (item) => store.remove(item))
    case 'create-folder':
      return void folderFor(store, op.name)
    case 'rename-folder':
      return rename(mailbox, need(mailbox, op.name), op.to)
    case 'delete-folder':
      return store.removeFolder(need(mailbox, op.name))
    case 'create-draft': {
      const folder = need(mailbox, 'drafts')
      const receivedAt = mailbox.world.clock.now().getTime()
      store.add({ raw: op.raw, folder, receivedAt, isRead: true, isDraft: true })
      return
    }
    case 'edit-draft':
      return forEachItem(mailbox, [op.id], (item) => store.change(item, { raw: op.raw }))
    case 'send':
      return sendAway(mailbox, op.raw, op.recipients, true)
  }
}

export function forEachItem(
  mailbox: GraphMailbox,
  ids: readonly string[],
  act: (item: MailItem) => void,
): void {
  const items = ids.map((id) => {
    const item = itemById(mailbox, id)
    if (item === undefined) throw new Error(`No message of ${mailbox.email} has the id ${id}`)
    return item
  })
  for (const item of new Set(items)) act(item)
}

export function need(mailbox: GraphMailbox, place: string): Folder {
  const folder = findFolder(mailbox.store, place)
  if (folder === undefined) throw new Error(`${mailbox.email} has no folder ${place}`)
  return folder
}

function mark(mailbox: GraphMailbox, item: MailItem, keyword: string, isSet: boolean): void {
  const { store } = mailbox
  if (keyword === '$seen') store.change(item, { isRead: isSet })
  else if (keyword === '$flagged')
    store.change(item, { flag: isSet ? { flagStatus: 'flagged' } : notFlagged })
  else if (keyword.startsWith('$')) throw new Error(`Graph has nothing for ${keyword}`)
  else tag(mailbox, item, keyword, isSet)
}

function tag(mailbox: GraphMailbox, item: MailItem, category: string, isSet: boolean): void {
  const remaining = item.categories.filter((candidate) => candidate !== category)
  if (isSet) mailbox.categories.ensure(category)
  mailbox.store.change(item, { categories: isSet ? [...remaining, category] : remaining })
}

/** Both names are paths: without a `/` the folder ends up at the top. */
function rename(mailbox: GraphMailbox, folder: Folder, to: string): void {
  const names = to.split('/')
  const name = names.pop() ?? to
  const parent = names.length === 0 ? mailbox.store.root : folderFor(mailbox.store, names.join('/'))
  if (parent !== folder.parent) mailbox.store.moveFolder(folder, parent)
  if (name !== folder.name) mailbox.store.renameFolder(folder, name)
}
