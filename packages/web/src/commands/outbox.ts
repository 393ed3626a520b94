import type { EmailSetResult, SetError } from '@plmail/wire'
import { createBatch, type Jmap } from '../net/index.ts'
import { createTopic, inverse, patchObject } from '../records/index.ts'
import type { EmailChange, Pending, Store } from '../records/index.ts'

/** One thing the user did to emails of one account, on its way to the server. */
export interface Deed {
  readonly accountId: string
  /** The word under which history lists it (docs/words.md). */
  readonly verb: string
  readonly changes: ReadonlyMap<string, EmailChange>
}

/** A deed after it was done here: how it can be taken back. */
export interface Done {
  undo(): void
}

export interface Outbox {
  /** Applies the deed at once and sends it; deeds of the same moment travel in one request. */
  perform(deed: Deed): Done
  /** Sends again what could not be sent, for instance after a reconnection. */
  retry(): void
  /** Deeds not yet with the server; watched. */
  readonly waiting: number
}

export interface OutboxParts {
  jmap: Jmap
  store: Store
  /** Runs `task` once the current moment's deeds are all in. */
  soon: (task: () => void) => void
  /** The server would not do it, and why: it was rolled back here. */
  onRefused: (verb: string, why: SetError) => void
  /** Undo came too late or was done elsewhere. */
  onNotUndone: (why: string | undefined) => void
}

/** Below the server's limit of calls in one request. */
const maxPerRequest = 50

interface Entry {
  deed: Deed
  pending: Pending
  state: 'waiting' | 'sent' | 'settled'
  journalId: string | null
  isUndoWanted: boolean
  /** What takes it back, from what the emails looked like before. */
  back: Pending
}

export function createOutbox({ jmap, store, soon, onRefused, onNotUndone }: OutboxParts): Outbox {
  const topic = createTopic()
  let queue: Entry[] = []
  let isSending = false
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    soon(() => {
      isScheduled = false
      void send()
    })
  }

  async function send(): Promise<void> {
    if (isSending) return
    isSending = true
    for (;;) {
      const entries = queue.filter(({ state }) => state === 'waiting').slice(0, maxPerRequest)
      if (entries.length === 0 || !(await sendAll(entries))) break
    }
    isSending = false
    topic.touch()
  }

  /** False when no answer came: the entries wait on. Sending a flag or move twice does no harm. */
  async function sendAll(entries: readonly Entry[]): Promise<boolean> {
    const batch = createBatch()
    const calls = entries.map((entry) => {
      entry.state = 'sent'
      return { entry, call: batch.add('Email/set', { ...setArgs(entry.deed), verb: entry.deed.verb }) }
    })
    const answers = await jmap.send(batch)
    for (const { entry, call } of calls) {
      if (!answers) entry.state = 'waiting'
      else settle(entry, answers.of(call))
    }
    topic.touch()
    return answers !== undefined
  }

  function settle(
    entry: Entry,
    answer:
      { ok: true; value: EmailSetResult } | { ok: false; error: { type: string; description?: string } },
  ): void {
    entry.state = 'settled'
    queue = queue.filter((other) => other !== entry)
    const { pending, deed } = entry
    const refused: Record<string, SetError> = answer.ok
      ? { ...answer.value.notUpdated, ...answer.value.notDestroyed }
      : Object.fromEntries([...pending.changes.keys()].map((id) => [id, answer.error]))
    const ids = [...pending.changes.keys()]
    store.confirm(
      pending,
      ids.filter((id) => !(id in refused)),
    )
    store.drop(pending, Object.keys(refused))
    const [why] = Object.values(refused)
    if (why) onRefused(deed.verb, why)
    entry.journalId = answer.ok ? (answer.value.journalId ?? null) : null
    if (entry.isUndoWanted) void undoSettled(entry)
  }

  /** Laid back here first, then asked of the server, which restores exactly what was (and skips what moved on). */
  async function undoSettled(entry: Entry): Promise<void> {
    if (entry.journalId === null) return onNotUndone(undefined)
    const { back } = entry
    store.apply(back)
    const batch = createBatch()
    const call = batch.add('Journal/undo', { ids: [entry.journalId] })
    const answer = (await jmap.send(batch))?.of(call)
    const undone = answer?.ok ? answer.value.undone[0] : undefined
    if (!undone) {
      store.drop(back, back.changes.keys())
      const why = answer?.ok ? answer.value.notUndone[entry.journalId]?.description : undefined
      return onNotUndone(why)
    }
    const skipped = new Set(undone.skipped)
    store.confirm(
      back,
      [...back.changes.keys()].filter((id) => !skipped.has(id)),
    )
    store.drop(back, skipped)
  }

  function inverseOf({ accountId, changes }: Deed): Pending {
    const back = new Map<string, EmailChange>()
    for (const [id, change] of changes) {
      const email = store.email(accountId, id)
      if (email) back.set(id, inverse(email, change))
    }
    return { accountId, changes: back }
  }

  function undo(entry: Entry): void {
    if (entry.isUndoWanted) return
    entry.isUndoWanted = true
    if (entry.state === 'settled') return void undoSettled(entry)
    if (entry.state === 'sent') return
    queue = queue.filter((other) => other !== entry)
    store.drop(entry.pending, entry.pending.changes.keys())
    topic.touch()
  }

  return {
    get waiting() {
      topic.watch()
      return queue.length
    },
    perform(deed) {
      const pending = { accountId: deed.accountId, changes: deed.changes }
      const entry: Entry = {
        deed,
        pending,
        state: 'waiting',
        journalId: null,
        isUndoWanted: false,
        back: inverseOf(deed),
      }
      queue = [...queue, entry]
      store.apply(pending)
      schedule()
      topic.touch()
      return { undo: () => undo(entry) }
    },
    retry: schedule,
  }
}

function setArgs({ accountId, changes }: Deed) {
  const update: Record<string, Record<string, unknown>> = {}
  const destroy: string[] = []
  for (const [id, change] of changes) {
    if (change === 'destroy') destroy.push(id)
    else update[id] = patchObject(change)
  }
  return {
    accountId,
    ...(Object.keys(update).length > 0 ? { update } : {}),
    ...(destroy.length > 0 ? { destroy } : {}),
  }
}
