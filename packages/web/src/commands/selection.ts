import { createTopic, threadKey, type ThreadKey, type ThreadRef } from '../records/index.ts'

/** The conversations of a list that are chosen for a command. Watched. */
export interface Selection {
  readonly count: number
  /** Everything in the list is chosen, also what is not here; `refs` are then the first of it. */
  readonly isWhole: boolean
  has(key: ThreadKey): boolean
  refs(): ThreadRef[]
  add(ref: ThreadRef | undefined): void
  /** Adds or removes a conversation. Out of a whole list each is removed, and what is left is the rows loaded here. */
  toggle(ref: ThreadRef): void
  /** In the place of what was chosen before. */
  replace(refs: readonly ThreadRef[]): void
  /** A single conversation does not count as a whole list. */
  selectWhole(): void
  clear(): void
  /** Untold, while the list is asked for: whoever shows another list shows its rows anew. */
  forget(): void
}

export function createSelection(): Selection {
  const topic = createTopic()
  const selected = new Map<ThreadKey, ThreadRef>()
  let isWhole = false

  function forget(): void {
    selected.clear()
    isWhole = false
  }

  const put = ({ accountId, threadId }: ThreadRef): void =>
    void selected.set(threadKey({ accountId, threadId }), { accountId, threadId })

  return {
    get count() {
      topic.watch()
      return selected.size
    },
    get isWhole() {
      topic.watch()
      return isWhole
    },
    has(key) {
      topic.watch()
      return isWhole || selected.has(key)
    },
    refs() {
      topic.watch()
      return [...selected.values()]
    },
    add(ref) {
      if (ref) put(ref)
      topic.touch()
    },
    toggle(ref) {
      if (!selected.delete(threadKey(ref)) && !isWhole) put(ref)
      isWhole = false
      topic.touch()
    },
    replace(refs) {
      forget()
      refs.forEach(put)
      topic.touch()
    },
    selectWhole() {
      isWhole = selected.size > 1
      topic.touch()
    },
    clear() {
      forget()
      topic.touch()
    },
    forget,
  }
}
