import { createHash } from 'node:crypto'
import type { ThreadId, ThreadSummary } from '@plmail/wire'
import type { Log } from '../../kit/log.ts'
import type { Random } from '../../kit/random.ts'
import type { EmailRow } from '../../mail/index.ts'
import type { Database, Listen } from '../../store/index.ts'
import { type AdmissionNeeds, type Admitted, admit, refusal } from '../admit.ts'
import { type AskNeeds, reserveCall } from '../ask-within-cap.ts'
import { type PromptBudget, pickWithinBudget } from '../prompt/pick-within-budget.ts'
import { summaryPrompt, summaryPromptVersion } from '../prompt/summary-prompt.ts'
import type { AssistantUser, AssistantRefusal, Summaries, WritingEvent } from '../types.ts'
import { checkCitations, type ShownMessage } from './check-citations.ts'
import { createVisibleStream, parseSummary } from './parse-summary.ts'
import { headOf, type OpenThread, openThread, type ReadableMail, readText } from './read-thread.ts'
import { type SummaryRun, startRun, type SummaryEnd } from './runs.ts'
import { readSummary, type StoredSummary, storeSummary, toThreadSummary } from './stored-summaries.ts'

export interface SummaryNeeds extends AskNeeds, AdmissionNeeds {
  database: Database
  read: ReadableMail
  listen: Listen
  random: Random
  log: Log
}

/** Where the processes tell each other that a summary is to stop. */
const stopChannel = 'assistant_stop'

/** Characters of mail that the model is shown: enough for what goes on, and for the whole of most conversations. */
const budgets: Readonly<Record<'short' | 'full', PromptBudget>> = {
  short: { total: 8_000, each: 2_500 },
  full: { total: 48_000, each: 12_000 },
}

export function createSummaries(needs: SummaryNeeds): Summaries & { close(): void } {
  const runs = new Map<string, SummaryRun>()
  /** Summaries whose mail is being read: what stops them comes before there is anything to stop. */
  const preparing = new Map<string, { isStopped: boolean }>()
  const stopLocal = (key: string) => {
    runs.get(key)?.stop()
    const prepared = preparing.get(key)
    if (prepared) prepared.isStopped = true
  }
  let isHearing: Promise<unknown> | undefined
  const hear = () =>
    (isHearing ??= needs.listen(stopChannel, {
      notify: stopLocal,
      // Who pressed stop sees that it goes on, and presses again.
      missed: () => {},
    }))

  return {
    write: async (reader, threadId, isFull, onEvent) => {
      const open = await openFor(needs, reader, threadId)
      if (!open.ok) return open
      const { admitted, thread } = open
      if (thread.messages.length < 2) return refusal({ problem: 'assistant/too-short' })
      const key = keyOf(reader, threadId)
      const run = runs.get(key) ?? (await begin())
      if (!run) return refusal({ problem: 'assistant/cap-reached', most: admitted.dailyTokens }, 'too-many')
      return { ok: true, ended: run.ended, leave: run.follow(onEvent) }

      async function begin(): Promise<SummaryRun | undefined> {
        await hear()
        const preparation = { isStopped: false }
        preparing.set(key, preparation)
        const writing = await prepareWriting(needs, admitted, thread, threadId, isFull).finally(() =>
          preparing.delete(key),
        )
        const current = runs.get(key)
        if (current || !writing) {
          await writing?.giveBack()
          return current
        }
        const beganAt = needs.clock.now().getTime()
        const started = startRun({
          work: writing.write,
          onAbandoned: () =>
            needs.log.event('assistant.summary-abandoned', {
              msg: 'Thread summary abandoned before it finished',
              seconds: Math.round((needs.clock.now().getTime() - beganAt) / 1000),
            }),
        })
        runs.set(key, started)
        if (preparation.isStopped) started.stop()
        void started.ended.finally(() => runs.delete(key)).catch(() => {})
        return started
      }
    },
    stored: async (reader, threadId) => {
      const open = await openFor(needs, reader, threadId)
      if (!open.ok) return open
      return stored(needs, open.admitted, open.thread, threadId)
    },
    stop: async (reader, threadId) => {
      const thread = await openThread(needs.read, await needs.listAccounts(reader.id), threadId)
      if (!thread) return 'no-such-thread'
      const key = keyOf(reader, threadId)
      stopLocal(key)
      await needs.database.query('select pg_notify($1, $2)', [stopChannel, key])
      return 'stopping'
    },
    close: () => {
      for (const run of runs.values()) run.stop()
    },
  }
}

const keyOf = ({ id }: AssistantUser, threadId: ThreadId): string => `${id} ${threadId}`

/** The conversation, for a reader whose assistant may read it. */
async function openFor(
  needs: SummaryNeeds,
  reader: AssistantUser,
  threadId: ThreadId,
): Promise<{ ok: true; admitted: Admitted; thread: OpenThread } | AssistantRefusal> {
  const thread = await openThread(needs.read, await needs.listAccounts(reader.id), threadId)
  if (!thread) return refusal({ problem: 'assistant/no-summary' }, 'not-found')
  const admitted = await admit(needs, reader)
  if (!admitted.ok) return admitted
  if (!admitted.mayRead(thread.account)) return refusal({ problem: 'assistant/account-closed' })
  return { ok: true, admitted, thread }
}

async function stored(
  { database }: SummaryNeeds,
  admitted: Admitted,
  { account, messages }: OpenThread,
  threadId: ThreadId,
): Promise<ThreadSummary | AssistantRefusal> {
  const summary = await readSummary(database, account.id, threadId)
  if (!summary) return refusal({ problem: 'assistant/no-summary' }, 'not-found')
  return toThreadSummary(summary, summary.fingerprint.equals(fingerprintOf(admitted, messages)))
}

/** Of what a summary is written from: one with another fingerprint is old. */
function fingerprintOf({ connection, reader }: Admitted, messages: readonly EmailRow[]): Buffer {
  const hash = createHash('sha256')
  hash.update(`${summaryPromptVersion} ${connection.model} ${reader.language}\n`)
  for (const { id, digest } of messages) hash.update(`${id} `).update(digest)
  return hash.digest()
}

/** A call that is paid for and not yet made. */
interface PreparedWriting {
  write(run: SummaryRun): Promise<SummaryEnd>
  giveBack(): Promise<void>
}

/** Reads what fits into the prompt, and reserves what the call may cost; undefined when that is not left for today. */
async function prepareWriting(
  needs: SummaryNeeds,
  admitted: Admitted,
  thread: OpenThread,
  threadId: ThreadId,
  isFull: boolean,
): Promise<PreparedWriting | undefined> {
  const { reader, connection, personalId } = admitted
  const sources = thread.messages.map((row) => ({ source: row, read: () => readText(needs.read, row) }))
  const { picked, coverage } = await pickWithinBudget(sources, budgets[isFull ? 'full' : 'short'])
  const shown = picked.map(({ source, text }) => ({
    number: thread.messages.indexOf(source) + 1,
    id: source.id,
    text,
    head: headOf(source),
  }))
  const stopping = new AbortController()
  let publish: (event: WritingEvent) => void = () => {}
  let text = ''
  const visible = createVisibleStream((token) => publish({ type: 'token', text: token }))
  const call = await reserveCall(needs, {
    userId: reader.id,
    personalId,
    timeZone: reader.timeZone,
    cap: admitted.dailyTokens,
    connection,
    prompt: summaryPrompt(needs.random, {
      readerName: reader.name,
      language: reader.language,
      messages: shown.map(({ number, head, text: shownText }) => ({ number, ...head, text: shownText })),
      coverage,
    }),
    signal: stopping.signal,
    onText: (token) => {
      if (text === '') publish({ type: 'state', value: 'generating' })
      text += token
      visible.push(token)
    },
  })
  if (!call) return undefined
  return {
    write: async (run) => {
      publish = run.publish
      run.signal.addEventListener('abort', () => stopping.abort())
      const { problem } = await call()
      visible.end()
      if (problem) return { ok: false, problem }
      const summary: StoredSummary = {
        fingerprint: fingerprintOf(admitted, thread.messages),
        isFull,
        citations: cited(text, shown),
        coverage,
        model: connection.model,
        writtenAt: needs.clock.now(),
      }
      if (summary.citations.length === 0) return { ok: false, problem: { problem: 'assistant/empty' } }
      await storeSummary(needs.database, thread.account.id, threadId, summary)
      return { ok: true, summary: toThreadSummary(summary, true) }
    },
    giveBack: async () => {
      stopping.abort()
      await call()
    },
  }
}

const cited = (text: string, shown: readonly ShownMessage[]) => checkCitations(parseSummary(text), shown)
