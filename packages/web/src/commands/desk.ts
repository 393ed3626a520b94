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
import { createSelection } from './selection.ts'

/** The mail in front of the user: the list, its cursor, the selection and the open conversation. */
export interface Desk {
  /** The name of that list. */
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
const maxRecent = 10

/** Conversations; their messages together are about as many as one request may change. */
const maxSelected = 200

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
  const selection = createSelection()
  let cursor: ThreadRef | undefined
  let heldThread: ThreadRef | undefined
  let recent: readonly ThreadRef[] = []
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
      selection.forget()
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
      recent = [opened, ...recent.filter((recentRef) => !isSameThread(recentRef, opened))].slice(0, maxRecent)
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

  /** The conversations at the head of a list that are read, or not, or all. */
  function headOf(shown: ThreadList, which: 'all' | 'read' | 'unread'): ThreadRef[] {
    const isUnread = (ref: ThreadRef): boolean =>
      records.store.peekEmailsOf(ref).some(({ keywords }) => !keywords['$seen'])
    return shown
      .entries()
      .slice(0, maxSelected)
      .filter((entry) => which === 'all' || (which === 'unread') === isUnread(entry))
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
      return selection.count
    },
    isSelected: selection.has,
    targets() {
      mailPlace()
      topic.watch()
      if (!heldThread && selection.count > 0) return selection.refs()
      const thread = heldThread ?? current()
      return thread ? [thread] : []
    },
    hold(ref) {
      if (ref === heldThread) return
      // The selection of another list is cleared first.
      mailPlace()
      heldThread = ref
      topic.touch()
    },
    pointAt,
    step,
    extend(by) {
      selection.add(current())
      step(by)
      selection.add(current())
    },
    select(which) {
      const shown = list()
      void shown.fill(maxSelected).then(() => {
        // Unless another list is shown by now.
        if (list() === shown) selection.replace(headOf(shown, which))
      })
    },
    toggleSelected: selection.toggle,
    get isWhole() {
      mailPlace()
      return selection.isWhole
    },
    get hasAllAtHand() {
      mailPlace()
      return selection.count >= Math.min(maxSelected, list().total)
    },
    selectWhole: selection.selectWhole,
    clearSelection: selection.clear,
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
