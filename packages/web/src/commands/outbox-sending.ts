import type { EmailSetResult, JournalUndoResult, SetError } from '@plmail/wire'
import type { DeedStore, KeptDeed } from '../disk/index.ts'
import { createBatch, type Call, type Jmap, type MethodAnswer } from '../net/index.ts'
import { patchObject, type EmailChange } from '../records/index.ts'

/** The server's result of a change. */
export interface Settled {
  readonly id: string
  /** By email: what was not done. */
  readonly refused: Readonly<Record<string, SetError>>
  /** The entry by which it can be taken back. */
  readonly journalId: string | null
  /**
   * State of the account afterwards; undefined where nothing was changed, or where another version of this client
   * reports it.
   */
  readonly state?: string
}

/** Number of attempts at a request that fails at the server without being refused, as when a database restarts. */
const maxTries = 6
const troubles = ['serverFail', 'serverUnavailable', 'serverPartialFail']

/** Below the server's limit of calls in one request, with room for what an undo asks first. */
const maxPerRequest = 30

export interface SendingParts {
  jmap: Jmap
  storage: DeedStore
  /** How often a deed met trouble over there. */
  tries: Map<string, number>
  /** Puts on the disk what the records hold of settled deeds. */
  saved: () => Promise<void>
}

/** Sends the stored deeds, oldest first, telling each as it is settled. False when the server could not be reached. */
export async function sendDeeds(
  { jmap, storage, tries, saved }: SendingParts,
  tell: (settled: Settled) => void,
): Promise<boolean> {
  for (;;) {
    const deeds = await storage.take(maxPerRequest)
    if (deeds.length === 0) return true
    const first = deeds[0]
    // An undo asks twice, the second time with what the first brought; the others wait for it.
    const settled =
      first?.undoes === undefined
        ? await doAll(jmap, untilUndo(deeds), tries)
        : await undo(jmap, first, tries)
    if (!settled) return false
    // Reported first: a window that closes between the two leaves deeds that are sent again, which does no harm.
    for (const deed of settled) tell(deed)
    // A browser that dies between a deed and the mail on its disk would start without either.
    await saved()
    await storage.remove(settled.map(({ id }) => id))
  }
}

function untilUndo(deeds: readonly KeptDeed[]): readonly KeptDeed[] {
  const at = deeds.findIndex(({ undoes }) => undoes !== undefined)
  return at === -1 ? deeds : deeds.slice(0, at)
}

/** Whether the server may do it when it is asked again. */
function isInTrouble(
  { id }: KeptDeed,
  answer: MethodAnswer<'Email/set' | 'Journal/undo'>,
  tries: Map<string, number>,
): boolean {
  if (answer.ok || !troubles.includes(answer.error.type)) return false
  const tried = (tries.get(id) ?? 0) + 1
  tries.set(id, tried)
  return tried < maxTries
}

async function doAll(
  jmap: Jmap,
  deeds: readonly KeptDeed[],
  tries: Map<string, number>,
): Promise<Settled[] | undefined> {
  const batch = createBatch()
  const calls = deeds.map((deed) => ({
    deed,
    call: batch.add('Email/set', setArgs(deed, deed.id, deed.changes)),
  }))
  const answers = await jmap.send(batch)
  if (!answers) return undefined
  // Later deeds wait, so that the order stays; one that was applied already is not applied twice.
  const at = calls.findIndex(({ deed, call }) => isInTrouble(deed, answers.of(call), tries))
  const sure = at === -1 ? calls : calls.slice(0, at)
  return sure.length > 0 ? sure.map(({ deed, call }) => settledBy(deed, answers.of(call))) : undefined
}

function settledBy({ id, changes }: KeptDeed, answer: MethodAnswer<'Email/set'>): Settled {
  if (!answer.ok) return { id, refused: everyOne(changes, answer.error), journalId: null }
  const { notUpdated, notDestroyed, journalId, newState } = answer.value
  return { id, refused: { ...notUpdated, ...notDestroyed }, journalId: journalId ?? null, state: newState }
}

/** The entry to take back may not be known: then the deed is named again, which does nothing but bring it. */
async function undo(jmap: Jmap, deed: KeptDeed, tries: Map<string, number>): Promise<Settled[] | undefined> {
  const journalId = deed.journalId ?? (await journalIdOf(jmap, deed, tries))
  if (journalId === undefined) return undefined
  if (journalId === null) return [notUndone(deed, { type: 'notUndoable' })]
  const batch = createBatch()
  const call: Call<'Journal/undo'> = batch.add('Journal/undo', { ids: [journalId] })
  const answers = await jmap.send(batch)
  if (!answers) return undefined
  const answer = answers.of(call)
  if (isInTrouble(deed, answer, tries)) return undefined
  return [answer.ok ? undoneBy(deed, journalId, answer.value) : notUndone(deed, answer.error)]
}

function undoneBy(
  deed: KeptDeed,
  journalId: string,
  { undone, notUndone: left }: JournalUndoResult,
): Settled {
  const [done] = undone
  const why = left[journalId]
  // By an answer that was lost, or from another window: either way it is as wanted.
  if (why && why.type !== 'alreadyUndone') return notUndone(deed, why)
  const skipped = (done?.skipped ?? []).map((id) => [id, { type: 'skipped' }] as const)
  const state = done && { state: done.newState }
  return { id: deed.id, refused: Object.fromEntries(skipped), journalId: null, ...state }
}

async function journalIdOf(
  jmap: Jmap,
  deed: KeptDeed,
  tries: Map<string, number>,
): Promise<string | null | undefined> {
  const batch = createBatch()
  const call = batch.add('Email/set', setArgs(deed, deed.undoes ?? deed.id, deed.back))
  const answers = await jmap.send(batch)
  if (!answers) return undefined
  const answer: MethodAnswer<'Email/set'> = answers.of(call)
  if (isInTrouble(deed, answer, tries)) return undefined
  return answer.ok ? ((answer.value as EmailSetResult).journalId ?? null) : null
}

function notUndone(deed: KeptDeed, why: SetError): Settled {
  return { id: deed.id, refused: everyOne(deed.changes, why), journalId: null }
}

function everyOne(changes: KeptDeed['changes'], why: SetError): Record<string, SetError> {
  return Object.fromEntries(changes.map(([id]) => [id, why]))
}

function setArgs({ accountId, verb }: KeptDeed, operation: string, changes: KeptDeed['changes']) {
  const update: Record<string, Record<string, unknown>> = {}
  const destroy: string[] = []
  for (const [id, change] of changes as readonly (readonly [string, EmailChange])[]) {
    if (change === 'destroy') destroy.push(id)
    else update[id] = patchObject(change)
  }
  return {
    accountId,
    verb,
    operation,
    ...(Object.keys(update).length > 0 ? { update } : {}),
    ...(destroy.length > 0 ? { destroy } : {}),
  }
}
