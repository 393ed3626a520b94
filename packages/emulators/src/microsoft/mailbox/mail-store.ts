import type { RawMessage } from '../../blobs/raw.ts'
import { createLog, type OperationLog } from '../../log/log.ts'
import type { Unreadable } from '../../faults/oddities.ts'
import type { World } from '../../world.ts'
import { createIds, type Ids } from './ids.ts'
import { Sorted } from './sorted.ts'
import { folderNames, type FolderLanguage, type WellKnown } from './well-known.ts'

/** One message in a mailbox. Only `store.ts` writes to its fields. */
export interface MailItem {
  readonly serial: number
  /** How often it changed folders: part of its rest id. */
  moves: number
  folder: Folder
  raw: RawMessage
  receivedAt: number
  createdAt: number
  modifiedAt: number
  /** Grows with each change: the change key and ETag. */
  version: number
  isRead: boolean
  isDraft: boolean
  flag: Flag
  categories: readonly string[]
  /** Importance that somebody set; undefined means that of the headers. */
  importance: Importance | undefined
  inference: 'focused' | 'other'
  /** Legacy properties by id, such as `Integer 0x1081` (the last verb). */
  extended: ReadonlyMap<string, string>
  /** The message that this draft answers, and by which verb: noted on it once the draft is sent. */
  answers: { n: number; verb: string } | undefined
  unreadable: Unreadable | undefined
}

export type Importance = 'low' | 'normal' | 'high'

export interface Flag {
  flagStatus: 'notFlagged' | 'flagged' | 'complete'
  startDateTime?: WhenAndWhere
  dueDateTime?: WhenAndWhere
  completedDateTime?: WhenAndWhere
}

interface WhenAndWhere {
  dateTime: string
  timeZone: string
}

export interface Folder {
  readonly serial: number
  readonly id: string
  name: string
  readonly wellKnown: WellKnown | undefined
  parent: Folder | undefined
  readonly isHidden: boolean
  readonly children: Set<Folder>
  readonly messages: Sorted<MailItem>
  unread: number
  version: number
  /** Appointments, contacts and notes in it, which only its count tells of. */
  otherItems: number
  /** A search folder, which shows what lies elsewhere. */
  isSearch: boolean
  /** The status that its delta answers with; 0: none. */
  refusesDelta: number
}

/** The fields of a message that can change without it moving. */
export type GraphMailChange = Partial<
  Pick<
    MailItem,
    | 'raw'
    | 'receivedAt'
    | 'isRead'
    | 'isDraft'
    | 'flag'
    | 'categories'
    | 'importance'
    | 'inference'
    | 'extended'
  >
>

/** An entry of a mailbox's log. It holds no ids: a reader builds them in the requested form. */
export type MailOp =
  | { kind: 'arrived'; item: number; folder: number; isNew: boolean }
  | { kind: 'changed'; item: number; folder: number; fields: readonly (keyof GraphMailChange)[] }
  /** `moves` as they were: the rest id by which the folder knew it. */
  | { kind: 'left'; item: number; folder: number; moves: number; isGone: boolean }
  | { kind: 'folder'; folder: number; change: 'created' | 'changed' | 'deleted' }

export interface NewItem {
  raw: RawMessage
  folder: Folder
  receivedAt: number
  isRead?: boolean
  isDraft?: boolean
  flag?: Flag
  categories?: readonly string[]
  importance?: Importance | undefined
  extended?: ReadonlyMap<string, string>
  answers?: MailItem['answers']
}

export interface MailStore {
  readonly ids: Ids
  readonly log: OperationLog<MailOp>
  readonly root: Folder
  readonly items: ReadonlyMap<number, MailItem>
  readonly folders: ReadonlyMap<number, Folder>
  /** Every message of every folder, by time of receipt. */
  readonly all: Sorted<MailItem>
  wellKnown(name: WellKnown): Folder | undefined
  add(item: NewItem): MailItem
  change(item: MailItem, change: GraphMailChange): void
  move(item: MailItem, to: Folder): void
  /** Without the data of the other one's drafts and answers. */
  copy(item: MailItem, to: Folder): MailItem
  /** To Recoverable Items, which clients do not see [D]. */
  remove(item: MailItem): void
  addFolder(name: string, parent: Folder): Folder
  renameFolder(folder: Folder, name: string): void
  moveFolder(folder: Folder, to: Folder): void
  /** With its subfolders and all their mail [D]. */
  removeFolder(folder: Folder): void
  /** Runs work whose changes no delta mentions. */
  quietly(work: () => void): void
}

export interface MailStoreOptions {
  language: FolderLanguage
  archive: boolean
}

/** The folders and messages of one mailbox, and the log of everything that happens to them. */
export function createStore(world: World, email: string, options: MailStoreOptions): MailStore {
  const ids = createIds(`${world.seed} ${email}`)
  const log = createLog<MailOp>(world.clock)
  let isQuiet = false
  const items = new Map<number, MailItem>()
  const folders = new Map<number, Folder>()
  const all = new Sorted<MailItem>()
  const byName = new Map<WellKnown, Folder>()
  let lastItem = 1
  let lastFolder = 1
  let lastVersion = 0

  const tell = (op: MailOp): void => {
    if (!isQuiet) log.append(op)
  }
  const now = (): number => world.clock.now().getTime()

  function makeFolder(
    name: string,
    parent: Folder | undefined,
    wellKnown?: WellKnown,
    isHidden = false,
  ): Folder {
    const n = ++lastFolder
    const messages = new Sorted<MailItem>()
    const folder: Folder = {
      serial: n,
      id: ids.folder(n),
      name,
      wellKnown,
      parent,
      isHidden,
      children: new Set(),
      messages,
      unread: 0,
      version: ++lastVersion,
      otherItems: 0,
      isSearch: false,
      refusesDelta: 0,
    }
    folders.set(n, folder)
    parent?.children.add(folder)
    if (wellKnown) byName.set(wellKnown, folder)
    return folder
  }

  function furnish(): Folder {
    const names = folderNames[options.language]
    const top = makeFolder(names.msgfolderroot, undefined, 'msgfolderroot')
    const wellKnownNames: WellKnown[] = [
      'inbox',
      'drafts',
      'sentitems',
      'deleteditems',
      'junkemail',
      'outbox',
    ]
    if (options.archive) wellKnownNames.push('archive')
    for (const name of wellKnownNames) makeFolder(names[name], top, name)
    makeFolder('Conversation Action Settings', top, undefined, true)
    return top
  }
  const root = furnish()

  function put(item: MailItem, isNew: boolean): void {
    item.folder.messages.add(item)
    if (!item.isRead) item.folder.unread++
    tell({ kind: 'arrived', item: item.serial, folder: item.folder.serial, isNew })
  }

  function take(item: MailItem, isGone: boolean): void {
    item.folder.messages.remove(item)
    if (!item.isRead) item.folder.unread--
    tell({ kind: 'left', item: item.serial, folder: item.folder.serial, moves: item.moves, isGone })
  }

  function add(newItem: NewItem): MailItem {
    const at = now()
    const item: MailItem = {
      serial: ++lastItem,
      moves: 0,
      folder: newItem.folder,
      raw: newItem.raw,
      receivedAt: newItem.receivedAt,
      createdAt: at,
      modifiedAt: at,
      version: ++lastVersion,
      isRead: newItem.isRead ?? false,
      isDraft: newItem.isDraft ?? false,
      flag: newItem.flag ?? notFlagged,
      categories: newItem.categories ?? none,
      importance: newItem.importance,
      inference: 'focused',
      extended: newItem.extended ?? noProperties,
      answers: newItem.answers,
      unreadable: undefined,
    }
    items.set(item.serial, item)
    all.add(item)
    put(item, true)
    return item
  }

  function touch(item: MailItem): void {
    item.version = ++lastVersion
    item.modifiedAt = now()
  }

  function logFolder(folder: Folder, change: 'created' | 'changed' | 'deleted'): void {
    folder.version = ++lastVersion
    tell({ kind: 'folder', folder: folder.serial, change })
  }

  function remove(item: MailItem): void {
    take(item, true)
    items.delete(item.serial)
    all.remove(item)
  }

  return {
    ids,
    log,
    root,
    items,
    folders,
    all,
    wellKnown: (name) => byName.get(name),
    add,
    change(item, change) {
      const fields = (Object.keys(change) as Array<keyof GraphMailChange>).filter(
        (key) => change[key] !== item[key],
      )
      if (change.isRead !== undefined && change.isRead !== item.isRead)
        item.folder.unread += change.isRead ? -1 : 1
      const isMoved = change.receivedAt !== undefined && change.receivedAt !== item.receivedAt
      if (isMoved) for (const order of [all, item.folder.messages]) order.remove(item)
      Object.assign(item, change)
      if (isMoved) for (const order of [all, item.folder.messages]) order.add(item)
      touch(item)
      tell({ kind: 'changed', item: item.serial, folder: item.folder.serial, fields })
    },
    move(item, to) {
      if (to === item.folder) return
      take(item, false)
      item.folder = to
      item.moves++
      touch(item)
      put(item, false)
    },
    copy: (item, to) => add({ ...item, folder: to, answers: undefined }),
    remove,
    addFolder(name, parent) {
      const folder = makeFolder(name, parent)
      logFolder(folder, 'created')
      return folder
    },
    renameFolder(folder, name) {
      folder.name = name
      logFolder(folder, 'changed')
    },
    moveFolder(folder, to) {
      folder.parent?.children.delete(folder)
      folder.parent = to
      to.children.add(folder)
      logFolder(folder, 'changed')
    },
    quietly(work) {
      isQuiet = true
      try {
        work()
      } finally {
        isQuiet = false
      }
    },
    removeFolder(folder) {
      for (const descendant of withDescendants(folder).reverse()) {
        for (const item of Array.from(descendant.messages.items)) remove(item)
        folders.delete(descendant.serial)
        descendant.parent?.children.delete(descendant)
        if (descendant.wellKnown) byName.delete(descendant.wellKnown)
        logFolder(descendant, 'deleted')
      }
    },
  }
}

const none: readonly string[] = []
const noProperties: ReadonlyMap<string, string> = new Map()
export const notFlagged: Flag = { flagStatus: 'notFlagged' }

/** The folder first, each parent before its children. */
export function withDescendants(folder: Folder): Folder[] {
  return [folder, ...[...folder.children].flatMap(withDescendants)]
}

/** `Projekte/2026`: the display names from below the root. */
export function getPath(folder: Folder): string {
  return folder.parent?.parent ? `${getPath(folder.parent)}/${folder.name}` : folder.name
}

/** The child of that name; names are compared without case, as Exchange does [K]. */
export function childNamed(parent: Folder, name: string): Folder | undefined {
  return [...parent.children].find((child) => child.name.toLowerCase() === name.toLowerCase())
}
