import type { ComposeAssistForm } from '@plmail/wire'
import { streamFrames } from '../../records/index.ts'
import { assistantWords } from '../../words/assistant.ts'

const words = assistantWords.compose

/** A text that the assistant suggests, while it is written and when it is complete. Reactive. */
export interface TextSuggestion {
  readonly text: string
  readonly state: 'none' | 'writing' | 'done'
  readonly trouble: string | undefined
  ask(form: ComposeAssistForm): Promise<void>
  /** Ends the call at the provider; what has been written stays. */
  stop(): void
}

export function createSuggestion(): TextSuggestion {
  let text = $state('')
  let state = $state<TextSuggestion['state']>('none')
  let trouble = $state<string>()
  let stopping: AbortController | undefined

  return {
    get text() {
      return text
    },
    get state() {
      return state
    },
    get trouble() {
      return trouble
    },
    async ask(form) {
      if (state === 'writing') return
      text = ''
      trouble = undefined
      state = 'writing'
      stopping = new AbortController()
      const { signal } = stopping
      const end = await streamFrames<{ text: string }>({
        path: '/mail/compose-assist',
        body: form,
        onText: (piece) => (text += piece),
        onSeconds: () => undefined,
        signal,
      })
      if (end.kind === 'done') ({ text } = end.value)
      else if (end.kind === 'refused') trouble = end.sentence
      else if (!signal.aborted) trouble = words.failed
      // Half a text is none that anybody should send, unless they stopped it themselves.
      if (trouble !== undefined) text = ''
      state = text === '' ? 'none' : 'done'
    },
    stop: () => stopping?.abort(),
  }
}
