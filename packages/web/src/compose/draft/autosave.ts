import type { EmailCreate, SetError } from '@plmail/wire'
import type { SavedDraft, SaveOutcome } from '../../records/index.ts'

/** The saving status of the message, shown in the line at its foot. */
export type SaveState =
  | { kind: 'untouched' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  /** The server can't be reached. `isKept`: this device has stored it. */
  | { kind: 'away'; isKept: boolean }
  | { kind: 'refused'; why: string }

export interface Saver {
  readonly state: SaveState
  readonly draft: SavedDraft | undefined
  /** Another window had changed or removed the draft in the meantime: both are there now. */
  readonly wasChangedElsewhere: boolean
  /** The message changed: it is kept here at once and saved a second after the last change. */
  touch(): void
  /** Whether the server lacks something that was written. */
  readonly isBehind: boolean
  /** Message-IDs of saves without an answer: they may be among the drafts. */
  readonly unconfirmed: readonly string[]
  /** Saves what is not saved yet; returns whether the server has all of it. */
  flush(): Promise<boolean>
  /**
   * Saves no more. Resolves once what is on its way has an answer, and it is known what lost answers left behind;
   * undefined when nothing is: `draft` is what there is.
   */
  stop(): Promise<void> | undefined
}

export interface SaverParts {
  draft: SavedDraft | undefined
  save(accountId: string, email: EmailCreate, before: SavedDraft | undefined): Promise<SaveOutcome>
  /** The message as it is now; undefined while it cannot be written (no Drafts folder and none can be made). */
  write(messageId: string): Promise<{ accountId: string; email: EmailCreate } | undefined>
  findByMessageId(accountId: string, ids: readonly string[]): Promise<string[] | undefined>
  destroy(accountId: string, emailIds: readonly string[]): Promise<boolean>
  /** Stores the message on this device, or removes it; false when this device refuses. */
  keep(isWanted: boolean): boolean
  newMessageId(): string
  /** A refusal in words. */
  sayWhy(why: SetError): Promise<string>
  now(): Date
  /** Runs `task` after `ms`; returns how to call it off. */
  after(ms: number, task: () => void): () => void
  onChange(): void
}

const keepAfterMs = 300
const saveAfterMs = 1_000
const firstRetryMs = 5_000
const maxRetryMs = 60_000

export function createSaver(parts: SaverParts): Saver {
  let { draft } = parts
  let state: SaveState = { kind: 'untouched' }
  let version = 0
  let savedVersion = 0
  let isKept = true
  let wasChangedElsewhere = false
  let isStopped = false
  let retryMs = firstRetryMs
  let cancelKeep: (() => void) | undefined
  let cancelSave: (() => void) | undefined
  let running: Promise<void> | undefined
  /** Saves whose answer is pending or was lost. */
  let tried: { accountId: string; id: string }[] = []
  /** Whether the draft to replace was gone; a save whose answer was lost may have replaced it. */
  let wasGone = false

  function set(next: SaveState): void {
    state = next
    parts.onChange()
  }

  function schedule(ms: number): void {
    cancelSave?.()
    cancelSave = parts.after(ms, () => void flush())
  }

  const isBehind = (): boolean => savedVersion < version
  const mayGoOn = (): boolean => !isStopped && isBehind()

  /** Saves the message as it is; returns false when trying again makes no sense. */
  async function saveOnce(): Promise<boolean> {
    const saving = version
    const id = parts.newMessageId()
    set({ kind: 'saving' })
    const written = await parts.write(id)
    if (!written) return away()
    tried.push({ accountId: written.accountId, id })
    const outcome = await parts.save(written.accountId, written.email, draft)
    if (outcome.kind === 'unreachable') return away()
    tried = tried.filter((attempt) => attempt.id !== id)
    if (outcome.kind === 'refused') {
      set({ kind: 'refused', why: await parts.sayWhy(outcome.why) })
      return false
    }
    draft = outcome.draft
    wasGone ||= !outcome.wasReplaced
    savedVersion = saving
    retryMs = firstRetryMs
    await sweep()
    return true
  }

  function away(): false {
    set({ kind: 'away', isKept })
    if (!isStopped) schedule(retryMs)
    retryMs = Math.min(retryMs * 2, maxRetryMs)
    return false
  }

  /** Deletes the drafts that saves with lost answers left behind, which shows whether another window was at work. */
  async function sweep(): Promise<void> {
    for (const { accountId, id } of tried) {
      const messageIds = await parts.findByMessageId(accountId, [id])
      const left = messageIds?.filter((emailId) => emailId !== draft?.emailId)
      if (left === undefined || (left.length > 0 && !(await parts.destroy(accountId, left)))) return
      if (left.length > 0) wasGone = false
      tried = tried.filter((attempt) => attempt.id !== id)
    }
    wasChangedElsewhere ||= wasGone
    wasGone = false
  }

  /** A save with a lost answer replaced the draft before it: the message that it created is the draft. */
  async function adopt(): Promise<void> {
    for (const { accountId, id } of tried) {
      const [emailId] = (await parts.findByMessageId(accountId, [id])) ?? []
      if (emailId !== undefined) draft = { accountId, emailId }
    }
  }

  async function run(): Promise<void> {
    while (mayGoOn() && (await saveOnce()));
    if (isBehind()) return
    cancelKeep?.()
    isKept = parts.keep(false)
    if (version > 0) set({ kind: 'saved', at: parts.now() })
  }

  async function flush(): Promise<boolean> {
    cancelSave?.()
    for (let before = -1; isBehind(); before = savedVersion) {
      if (before === savedVersion) return false
      running ??= run().finally(() => (running = undefined))
      await running
    }
    return true
  }

  return {
    get state() {
      return state
    },
    get draft() {
      return draft
    },
    get wasChangedElsewhere() {
      return wasChangedElsewhere
    },
    touch() {
      if (isStopped) return
      version += 1
      cancelKeep?.()
      cancelKeep = parts.after(keepAfterMs, () => (isKept = parts.keep(true)))
      if (state.kind !== 'saving') set({ kind: 'waiting' })
      schedule(saveAfterMs)
    },
    get isBehind() {
      return isBehind()
    },
    get unconfirmed() {
      return tried.map(({ id }) => id)
    },
    flush,
    stop() {
      isStopped = true
      cancelKeep?.()
      cancelSave?.()
      if (!running && tried.length === 0) return undefined
      // With nobody to save again, what lost answers left behind is looked for now.
      return Promise.resolve(running).then(() => (isBehind() ? adopt() : sweep()))
    },
  }
}
