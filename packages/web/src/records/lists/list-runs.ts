import type { JobEvent, ListRun, ListRunArgs } from '@plmail/wire'
import { createBatch, type Jmap, type MethodAnswer } from '../../net/index.ts'
import type { ListRunReport } from '../mail/rules.ts'
import { sayRefusal } from '../../words/say-refusal.ts'
import { createTopic } from '../core/topic.ts'

/** One thing done to everything in a list, on the server: whoever asked for it, in whichever window. */
export interface ListRuns {
  /** Watched. The runs to show: under way, or over and not dismissed yet; the latest first. */
  shown(): readonly ListRun[]
  begin(args: ListRunArgs): Promise<ListRunReport<ListRun>>
  undo(id: string): Promise<ListRunReport<ListRun>>
  dismiss(id: string): void
  progressed(job: JobEvent): void
}

export function createListRuns(jmap: Pick<Jmap, 'send'>): ListRuns {
  const topic = createTopic()
  const runs = new Map<string, ListRun>()
  let reading: Promise<void> | undefined
  let isStale = false

  function put(run: ListRun): void {
    runs.set(run.id, run)
    topic.touch()
  }

  async function applyAnswer(
    answer: MethodAnswer<'List/run' | 'List/undoRun'> | undefined,
  ): Promise<ListRunReport<ListRun>> {
    if (!answer?.ok) return { ok: false, why: answer && (await sayRefusal(answer.error)) }
    put(answer.value.run)
    return { ok: true, value: answer.value.run }
  }

  /** Fetches the state of the runs to show; a change meanwhile fetches it once more. */
  async function read(ids: ReadonlySet<string>): Promise<void> {
    while (isStale) {
      isStale = false
      const batch = createBatch()
      const call = batch.add('List/runs', {})
      const answer = (await jmap.send(batch))?.of(call)
      if (!answer?.ok) return
      for (const run of answer.value.list) if (ids.has(run.id) || runs.has(run.id)) runs.set(run.id, run)
      topic.touch()
    }
  }

  return {
    shown() {
      topic.watch()
      return [...runs.values()].toReversed()
    },
    async begin(args) {
      const batch = createBatch()
      const call = batch.add('List/run', args)
      return applyAnswer((await jmap.send(batch))?.of(call))
    },
    async undo(id) {
      const batch = createBatch()
      const call = batch.add('List/undoRun', { id })
      return applyAnswer((await jmap.send(batch))?.of(call))
    },
    dismiss(id) {
      runs.delete(id)
      topic.touch()
    },
    progressed({ text, done, total }) {
      const run = runs.get(text)
      if (run && done < total) return put({ ...run, done, total })
      // Begun elsewhere, or over: only the server knows what became of it.
      isStale = true
      reading ??= read(new Set([text])).finally(() => (reading = undefined))
    },
  }
}
