import type { JmapMethods, PatchObject, SetError, SetResult } from '@plmail/wire'
import { type Batch, type Call, createBatch, type Jmap } from '../../net/index.ts'

/** The changes to events of one account: one of the last two, or any of the others. */
export interface EventWrites {
  create?: Record<string, Record<string, unknown>>
  update?: Record<string, PatchObject>
  destroy?: readonly string[]
  /** An occurrence and all after it, as a series of its own. */
  split?: { id: string; patch: PatchObject; newUid: string }
  /** All that one write did, by its entry in the journal. */
  takeBack?: string
}

/** `why` is undefined when no answer came. */
export type WriteOutcome =
  | { ok: true; ids: Record<string, string>; journalId: string | undefined }
  | { ok: false; why: SetError | undefined }

interface Where {
  accountId: string
  sendSchedulingMessages?: boolean
}

/** Each of them is one call, and one entry in the journal. */
export function writeEvents(
  jmap: Pick<Jmap, 'send'>,
  { accountId, sendSchedulingMessages = false }: Where,
  { split, takeBack, create = {}, update = {}, destroy = [] }: EventWrites,
): Promise<WriteOutcome> {
  const batch = createBatch()
  if (split) {
    const call = batch.add('CalendarEvent/split', { accountId, ...split, sendSchedulingMessages })
    return answered(jmap, batch, call, ({ notSplit, journalId }) =>
      outcomeOf(notSplit ?? undefined, journalId),
    )
  }
  if (takeBack !== undefined) {
    const call = batch.add('Journal/undo', { ids: [takeBack], sendSchedulingMessages })
    return answered(jmap, batch, call, ({ notUndone }) => outcomeOf(notUndone[takeBack]))
  }
  const writes = { create, update, destroy: [...destroy] }
  const call = batch.add('CalendarEvent/set', { accountId, ...writes, sendSchedulingMessages })
  return answered(jmap, batch, call, (result) => {
    const made = Object.entries(result.created ?? {}).map(([name, { id }]) => [name, id] as const)
    return { ...outcomeOf(refusalIn(result), result.journalId), ids: Object.fromEntries(made) }
  })
}

async function answered<M extends 'CalendarEvent/set' | 'CalendarEvent/split' | 'Journal/undo'>(
  jmap: Pick<Jmap, 'send'>,
  batch: Batch,
  call: Call<M>,
  read: (result: JmapMethods[M]['result']) => WriteOutcome,
): Promise<WriteOutcome> {
  const answer = (await jmap.send(batch))?.of(call)
  if (!answer) return { ok: false, why: undefined }
  return answer.ok ? read(answer.value) : { ok: false, why: answer.error }
}

function outcomeOf(why: SetError | undefined, journalId?: string | null): WriteOutcome {
  return why ? { ok: false, why } : { ok: true, ids: {}, journalId: journalId ?? undefined }
}

function refusalIn({ notCreated, notUpdated, notDestroyed }: SetResult): SetError | undefined {
  return [notCreated, notUpdated, notDestroyed].flatMap((some) => Object.values(some ?? {}))[0]
}
