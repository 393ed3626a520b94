import type { ProblemDetail } from '@plmail/wire'
import type { OutboundStream } from '../../safety/index.ts'
import type { ModelConnection, ModelPrompt } from '../types.ts'
import { createEventReader, UnusableStream } from './event-stream.ts'
import { type FrameContent, wireShapes } from './wire-shapes.ts'

export interface ModelCall {
  connection: ModelConnection
  prompt: ModelPrompt
  onText(text: string): void
  signal: AbortSignal
}

/** `counts`: as the server says; undefined where it says nothing. */
export interface ModelOutcome {
  /** Undefined: the answer is complete. */
  problem: ProblemDetail | undefined
  counts: { prompt: number | undefined; answer: number | undefined }
}

/** Characters of an answer that somebody would read; a model that writes on and on is cut off. */
const maxAnswerLength = 60_000

/** Asks a model and hands its text over as it comes. Never throws for what the other side does. */
export async function askModel(ask: OutboundStream, call: ModelCall): Promise<ModelOutcome> {
  const { connection, prompt, signal } = call
  const shape = wireShapes[connection.kind]
  const { host } = connection
  const failed = (problem: ProblemDetail): ModelOutcome => ({
    problem: signal.aborted ? { problem: 'assistant/stopped' } : problem,
    counts: { prompt: undefined, answer: undefined },
  })
  const answer = await ask({
    url: shape.url(connection),
    headers: {
      ...shape.headers(connection),
      accept: 'text/event-stream',
      'content-type': 'application/json',
    },
    body: shape.body(connection, prompt),
    signal,
  })
  if (!answer.ok) return failed(unreached(answer.why, host))
  const isStream = /^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '')
  if (answer.status !== 200 || !isStream) {
    answer.discard()
    return failed(
      answer.status === 200
        ? { problem: 'assistant/not-a-model-server', host }
        : refused(answer.status, connection),
    )
  }
  const reading = createReading(shape.read, call)
  try {
    const end = await answer.read(reading.push)
    return {
      counts: reading.counts(),
      problem: reading.isEnded() ? undefined : failed(broken(end, host)).problem,
    }
  } catch (error) {
    if (error instanceof UnusableStream) return failed({ problem: 'assistant/too-long', host })
    if (error instanceof AnswerFailed) return failed({ problem: 'assistant/failed', host })
    throw error
  }
}

/** An error frame instead of the rest of the answer. */
class AnswerFailed extends Error {}

function createReading(read: (data: string) => FrameContent | undefined, { onText }: ModelCall) {
  const counts: ModelOutcome['counts'] = { prompt: undefined, answer: undefined }
  let isEnded = false
  let length = 0
  const reader = createEventReader((data) => {
    const frame = read(data)
    if (!frame) return
    if (frame.isError) throw new AnswerFailed()
    counts.prompt = frame.promptTokens ?? counts.prompt
    counts.answer = frame.answerTokens ?? counts.answer
    if (frame.text !== undefined && !isEnded) {
      length += frame.text.length
      if (length > maxAnswerLength) throw new UnusableStream()
      onText(frame.text)
    }
    isEnded ||= frame.isEnd === true
  })
  return { push: reader.push, counts: () => counts, isEnded: () => isEnded }
}

function unreached(why: string, host: string): ProblemDetail {
  if (why === 'refused-url' || why === 'refused-address')
    return { problem: 'assistant/forbidden-address', host }
  if (why === 'timed-out') return { problem: 'assistant/silent', host }
  if (why === 'switched-off') return { problem: 'assistant/connections-off' }
  return { problem: 'assistant/unreachable', host }
}

function refused(status: number, { host, model }: ModelConnection): ProblemDetail {
  if (status === 401 || status === 403) return { problem: 'assistant/wrong-key', host }
  if (status === 404) return { problem: 'assistant/unknown-model', host, model }
  if (status === 429 || status === 503 || status === 529) return { problem: 'assistant/busy', host }
  return { problem: 'assistant/refused', host, status }
}

function broken(end: { ok: true } | { ok: false; why: string }, host: string): ProblemDetail {
  if (!end.ok && end.why === 'too-large') return { problem: 'assistant/too-long', host }
  if (!end.ok && end.why === 'timed-out') return { problem: 'assistant/silent', host }
  return { problem: 'assistant/cut-off', host }
}
