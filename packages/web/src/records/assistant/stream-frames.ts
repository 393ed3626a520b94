import type { AssistantFrame, SearchedFrame } from '@plmail/wire'
import { sayProblem } from '../../words/say-problem.ts'

/** How a stream of the assistant ended: whole, with a sentence on why not, or broken off without a word. */
export type StreamEnd<Done> =
  | { kind: 'done'; value: Done }
  | { kind: 'refused'; sentence: string; isStopped: boolean }
  | { kind: 'broken' }

export interface StreamParts {
  path: string
  body: unknown
  onText: (text: string) => void
  onSeconds: (seconds: number) => void
  /** What is looked for, before anything is written about it. */
  onSearched?: (searched: SearchedFrame) => void
  signal: AbortSignal
  /** The browser's own, but in tests. */
  fetch?: typeof globalThis.fetch
}

/** Follows one stream of frames to its end. */
export async function streamFrames<Done>(parts: StreamParts): Promise<StreamEnd<Done>> {
  const { fetch = globalThis.fetch } = parts
  try {
    const response = await fetch(parts.path, {
      method: 'POST',
      headers: { accept: 'application/x-ndjson', 'content-type': 'application/json' },
      credentials: 'same-origin',
      body: JSON.stringify(parts.body),
      signal: parts.signal,
    })
    if (!response.ok || !response.body) return await refusalOf(response)
    return await follow<Done>(response.body, parts)
  } catch {
    return { kind: 'broken' }
  }
}

/** Only what plMail itself answers is a reason; a proxy's page is none. */
async function refusalOf<Done>(response: Response): Promise<StreamEnd<Done>> {
  if (!response.headers.get('content-type')?.includes('json')) return { kind: 'broken' }
  const { problem, parameters, detail } = (await response.json()) as {
    problem?: string
    parameters?: object
    detail: string
  }
  const sentence = await sayProblem({ problem, ...parameters }, detail)
  return { kind: 'refused', sentence, isStopped: false }
}

async function follow<Done>(
  body: ReadableStream<Uint8Array>,
  { onText, onSeconds, onSearched }: StreamParts,
): Promise<StreamEnd<Done>> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { kind: 'broken' }
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const frame = JSON.parse(line) as AssistantFrame<object> | SearchedFrame // written by our own server
      if (frame.type === 'token') onText(frame.text)
      else if (frame.type === 'ping') onSeconds(frame.elapsed)
      else if (frame.type === 'searched') onSearched?.(frame)
      else if (frame.type === 'done') return { kind: 'done', value: frame as Done & { type: 'done' } }
      else if (frame.type === 'error') {
        const sentence = await sayProblem(frame.problem, frame.detail)
        return { kind: 'refused', sentence, isStopped: frame.problem.problem === 'assistant/stopped' }
      }
    }
  }
}
