import type { ProblemDetail, ThreadSummary } from '@plmail/wire'
import type { WritingEvent } from '../types.ts'

export type SummaryEnd = { ok: true; summary: ThreadSummary } | { ok: false; problem: ProblemDetail }

/** A summary that is being written in this process, and who follows it. */
export interface SummaryRun {
  readonly signal: AbortSignal
  ended: Promise<SummaryEnd>
  publish(event: WritingEvent): void
  /** The events so far in short, then those that come. Answers how to leave. */
  follow(onEvent: (event: WritingEvent) => void): () => void
  stop(): void
}

export interface RunNeeds {
  work(run: SummaryRun): Promise<SummaryEnd>
  /** The last who followed has gone before the end. */
  onAbandoned(): void
}

export function startRun({ work, onAbandoned }: RunNeeds): SummaryRun {
  const stopping = new AbortController()
  const followers = new Set<(event: WritingEvent) => void>()
  let state: WritingEvent = { type: 'state', value: 'waiting' }
  let text = ''
  let isOver = false
  const run: SummaryRun = {
    signal: stopping.signal,
    ended: new Promise(() => {}),
    publish: (event) => {
      if (event.type === 'state') state = event
      else text += event.text
      for (const follower of followers) follower(event)
    },
    follow: (onEvent) => {
      followers.add(onEvent)
      onEvent(state)
      if (text !== '') onEvent({ type: 'token', text })
      return () => {
        if (followers.delete(onEvent) && followers.size === 0 && !isOver) onAbandoned()
      }
    },
    stop: () => stopping.abort(),
  }
  run.ended = work(run).finally(() => (isOver = true))
  return run
}
