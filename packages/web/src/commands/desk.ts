import type { Category, Email } from '@plmail/wire'
import {
  categorised,
  createTopic,
  isSameList,
  threadKey,
  type ListEntry,
  type Records,
  type ThreadKey,
} from '../records/index.ts'
import type { ListName, ThreadList, ThreadRef } from '../records/index.ts'
import type { Navigator } from './navigator.ts'
import { firstTab, inbox, type Place } from './places.ts'

/** The mail in front of the user: the list, its cursor, the selection and the open conversation. */
export interface Desk {
  /** Which list that is. */
  readonly name: ListName
  /** The tabs of that list as they are shown; none where it has none. */
  readonly tabs: readonly Category[]
  showTabs(tabs: readonly Category[]): void
  /** The list of the current place, or the one last looked at. Watched, like everything here. */
  readonly list: ThreadList
  readonly cursor: ThreadRef | undefined
  /** Another object each time it is opened, also where it is open already. */
  readonly open: ThreadRef | undefined
  isSelected(key: ThreadKey): boolean
  readonly selectedCount: number
  /** Everything in the list is chosen, also what is not here; `targets` are then the first of it. */
  readonly isWhole: boolean
  /** As many of the list are selected as can be here. */
  readonly hasAllAtHand: boolean
  selectWhole(): void
  /**
   * Returns the targets of a command: the held row, else the selection, else the open conversation, else the row under
   * the cursor.
   */
  targets(): ThreadRef[]
  /** A finger has this one, whatever is open and wherever the cursor is; undefined: it has let go. */
  hold(ref: ThreadRef | undefined): void
  pointAt(ref: ThreadRef | undefined): void
  /** Moves the cursor; with a thread open the neighbour opens. */
  step(by: number): void
  toggleSelected(ref: ThreadRef): void
  /** The first of the list, as many as one deed may be about. */
  select(which: 'all' | 'read' | 'unread'): void
  /** Moves the cursor and selects where it was and where it comes to. */
  extend(by: number): void
  clearSelection(): void
  openThread(ref: ThreadRef): void
  closeThread(): void
  /** Lists recently opened conversations, newest first; not watched. */
  recent(): readonly ThreadRef[]
  /** The conversation to go on with when these leave the list. */
  neighbourOf(refs: readonly ThreadRef[]): ListEntry | undefined
}

/** Opened conversations that are offered again. */
const mostRecent = 10

/** Conversations; their messages together are about as many as one request may change. */
const mostSelected = 200

/**
 * `onDraft`: a conversation of the Drafts list is not read but written on. `hasTabs`: watched; an Inbox is shown one
 * category at a time.
 */
export function createDesk(
  records: Records,
  navigator: Navigator,
  onDraft: (draft: { accountId: string; emailId: string }) => void = () => undefined,
  hasTabs: () => boolean = () => false,
): Desk {
  const topic = createTopic()
  const selected = new Map<ThreadKey, ThreadRef>()
  let cursor: ThreadRef | undefined
  let heldThread: ThreadRef | undefined
  let recent: readonly ThreadRef[] = []
  let isWhole = false
  let tabs: readonly Category[] = []
  let lastMail: Place & { screen: 'mail' } = inbox

  /**
   * Returns the part of a list that is shown: of an Inbox the tab in its address, or the first; other lists, and those
   * without tabs, whole.
   */
  function tabOf(name: ListName): ListName {
    const isInbox =
      'role' in name
        ? name.role === 'inbox'
        : records.store.mailbox(name.accountId, name.mailboxId)?.role === 'inbox'
    return categorised(name, hasTabs() && isInbox ? (name.category ?? firstTab) : undefined)
  }

  /** Returns the mail screen's place; the selection is dropped when another list is shown. */
  function mailPlace(): Place & { screen: 'mail' } {
    const { place } = navigator
    const shown = tabOf(place.screen === 'mail' ? place.list : lastMail.list)
    const isSame = isSameList(shown, lastMail.list)
    if (!isSame) {
      selected.clear()
      isWhole = false
      cursor = undefined
      heldThread = undefined
    }
    const { thread: _, ...withoutThread } = lastMail
    const listPlace = place.screen === 'mail' ? place : isSame ? lastMail : withoutThread
    // The same object for the same list: rows depend on it.
    lastMail = { ...listPlace, list: isSame ? lastMail.list : shown }
    return lastMail
  }

  const list = (): ThreadList => records.list(mailPlace().list)
  function open(): ThreadRef | undefined {
    topic.watch()
    const thread = navigator.place.screen === 'mail' ? mailPlace().thread : undefined
    const [opened] = recent
    return thread && opened && isSameThread(thread, opened) ? opened : thread
  }

  const current = (): ThreadRef | undefined => open() ?? cursor

  function pointAt(ref: ThreadRef | undefined): void {
    cursor = ref
    topic.touch()
  }

  /** The newest draft of a conversation, seen from a list of drafts. */
  function draftIn(ref: ThreadRef): Email | undefined {
    const { store } = records
    const id = list().source.mailboxIn(ref.accountId)
    if (id === undefined || store.mailboxWithRole(ref.accountId, 'drafts')?.id !== id) return undefined
    return store
      .peekEmailsOf(ref)
      .findLast(({ keywords, mailboxIds }) => keywords['$draft'] && mailboxIds[id])
  }

  function openThread(ref: ThreadRef): void {
    const { list: name, thread } = mailPlace()
    const draft = draftIn(ref)
    const opened = { accountId: ref.accountId, threadId: ref.threadId }
    if (!draft)
      recent = [opened, ...recent.filter((recentRef) => !isSameThread(recentRef, opened))].slice(
        0,
        mostRecent,
      )
    pointAt(opened)
    if (draft) return onDraft({ accountId: ref.accountId, emailId: draft.id })
    navigator.go({ screen: 'mail', list: name, thread: opened }, thread ? 'replace' : 'push')
  }

  function step(by: number): void {
    const { at, indexOf, total } = list()
    const from = current()
    const index = from ? indexOf(threadKey(from)) : -1
    const next = at(index === -1 ? 0 : Math.min(Math.max(index + by, 0), total - 1))
    if (!next || (from && isSameThread(next, from))) return
    if (open()) openThread(next)
    else pointAt(next)
  }

  function selectOne(ref: ThreadRef | undefined): void {
    if (ref) selected.set(threadKey(ref), { accountId: ref.accountId, threadId: ref.threadId })
    topic.touch()
  }

  return {
    get name() {
      return mailPlace().list
    },
    get tabs() {
      topic.watch()
      return mailPlace().list.category ? tabs : []
    },
    showTabs(shown) {
      tabs = shown
      topic.touch()
    },
    get list() {
      return list()
    },
    get cursor() {
      return current()
    },
    get open() {
      return open()
    },
    get selectedCount() {
      mailPlace()
      topic.watch()
      return selected.size
    },
    isSelected(key) {
      topic.watch()
      return isWhole || selected.has(key)
    },
    targets() {
      mailPlace()
      topic.watch()
      if (!heldThread && selected.size > 0) return [...selected.values()]
      const thread = heldThread ?? current()
      return thread ? [thread] : []
    },
    hold(ref) {
      if (ref === heldThread) return
      // What was held in another list is let go first.
      mailPlace()
      heldThread = ref
      topic.touch()
    },
    pointAt,
    step,
    extend(by) {
      selectOne(current())
      step(by)
      selectOne(current())
    },
    select(which) {
      const whole = list()
      void whole.fill(mostSelected).then(() => {
        // Somewhere else by now.
        if (list() !== whole) return
        selected.clear()
        isWhole = false
        for (const entry of whole.entries().slice(0, mostSelected)) {
          const isUnread = records.store.peekEmailsOf(entry).some(({ keywords }) => !keywords['$seen'])
          if (which === 'all' || (which === 'unread') === isUnread) selectOne(entry)
        }
        topic.touch()
      })
    },
    toggleSelected(ref) {
      const key = threadKey(ref)
      // Of a whole list each one is taken out, and what is left is what is here.
      if (!selected.delete(key) && !isWhole) selected.set(key, ref)
      isWhole = false
      topic.touch()
    },
    get isWhole() {
      mailPlace()
      topic.watch()
      return isWhole
    },
    get hasAllAtHand() {
      mailPlace()
      topic.watch()
      return selected.size >= Math.min(mostSelected, list().total)
    },
    selectWhole() {
      isWhole = selected.size > 1
      topic.touch()
    },
    clearSelection() {
      selected.clear()
      isWhole = false
      topic.touch()
    },
    openThread,
    recent: () => recent,
    closeThread() {
      const { list: name } = mailPlace()
      cursor = open() ?? cursor
      navigator.go({ screen: 'mail', list: name })
      topic.touch()
    },
    neighbourOf(refs) {
      const { at, indexOf } = list()
      const keys = new Set(refs.map(threadKey))
      const indexes = refs.map((ref) => indexOf(threadKey(ref))).filter((index) => index !== -1)
      if (indexes.length === 0) return undefined
      for (let index = Math.max(...indexes) + 1; at(index); index += 1) {
        const entry = at(index)
        if (entry && !keys.has(threadKey(entry))) return entry
      }
      const before = at(Math.min(...indexes) - 1)
      return before && !keys.has(threadKey(before)) ? before : undefined
    },
  }
}

const isSameThread = (a: ThreadRef, b: ThreadRef): boolean =>
  a.threadId === b.threadId && a.accountId === b.accountId
