import type { SearchedFrame } from '@plmail/wire'
import { streamFrames } from '../../records/index.ts'
import { assistantWords } from '../../words/assistant.ts'

/** An answer of the assistant's, as it is written and when it is complete. Reactive. */
export interface ShownAnswer<Answer> {
  readonly answer: Answer | undefined
  /** Undefined while nothing is being written. */
  readonly written: string | undefined
  readonly searched: SearchedFrame | undefined
  readonly seconds: number
  /** Why there is none. */
  readonly trouble: string | undefined
  request(path: string, body: unknown): Promise<void>
  /** Ends the call at the provider; nothing of half an answer stays. */
  stop(): void
}

export function createShownAnswer<Answer>(): ShownAnswer<Answer> {
  let answer = $state.raw<Answer>()
  let written = $state<string>()
  let searched = $state.raw<SearchedFrame>()
  let seconds = $state(0)
  let trouble = $state<string>()
  let stopping: AbortController | undefined

  async function request(path: string, body: unknown): Promise<void> {
    if (written !== undefined) return
    answer = undefined
    searched = undefined
    trouble = undefined
    written = ''
    seconds = 0
    stopping = new AbortController()
    const { signal } = stopping
    const end = await streamFrames<Answer>({
      path,
      body,
      onText: (text) => (written += text),
      onSeconds: (elapsed) => (seconds = elapsed),
      onSearched: (frame) => (searched = frame),
      signal,
    })
    written = undefined
    if (end.kind === 'done') answer = end.value
    else if (end.kind === 'refused') trouble = end.sentence
    else if (!signal.aborted) trouble = assistantWords.ask.failed
  }

  return {
    get answer() {
      return answer
    },
    get written() {
      return written
    },
    get searched() {
      return searched
    },
    get seconds() {
      return seconds
    },
    get trouble() {
      return trouble
    },
    request,
    stop: () => stopping?.abort(),
  }
}
