import type { AssistantChoices, ThreadSummary } from '@plmail/wire'
import type { Http } from '../../../net/index.ts'
import { loadOwnChoices, streamFrames, type ThreadRef } from '../../../records/index.ts'
import { assistantWords } from '../../../words/assistant.ts'

const words = assistantWords.summary

/** The summary above a conversation, as it is stored and while it is written. Reactive. */
export interface ShownSummary {
  /** Whether this user's assistant may read the account at all; false until that is known. */
  readonly isOffered: boolean
  readonly stored: ThreadSummary | undefined
  /** What has been written so far; undefined while nothing is. */
  readonly written: string | undefined
  readonly seconds: number
  /** Why there is none. */
  readonly trouble: string | undefined
  load(): Promise<void>
  write(isFull: boolean): Promise<void>
  /** Ends the writing, and the call at the provider. */
  stop(): Promise<void>
  /** The reader goes; the summary is finished on the server. */
  leave(): void
}

export function createShownSummary(http: Http, { accountId, threadId }: ThreadRef): ShownSummary {
  const path = `/mail/thread/${threadId}/summary`
  let isOffered = $state(false)
  let stored = $state.raw<ThreadSummary>()
  let written = $state<string>()
  let seconds = $state(0)
  let trouble = $state<string>()
  let leaving: AbortController | undefined

  async function load(): Promise<void> {
    const chosen = await loadOwnChoices(http)
    isOffered = chosen?.isOffered === true && chosen.isOn && mayRead(chosen)
    if (!isOffered) return
    const answer = await http.call<ThreadSummary | undefined>('GET', `${path}?absent=204`)
    if (answer.ok) stored = answer.value
  }

  const mayRead = ({ accounts }: AssistantChoices): boolean =>
    accounts.some((account) => account.id === accountId && account.mayRead)

  async function write(isFull: boolean): Promise<void> {
    if (written !== undefined) return
    written = ''
    seconds = 0
    trouble = undefined
    leaving = new AbortController()
    const { signal } = leaving
    const end = await streamFrames<ThreadSummary>({
      path,
      body: { full: isFull },
      onText: (text) => (written += text),
      onSeconds: (elapsed) => (seconds = elapsed),
      signal,
    })
    written = undefined
    if (end.kind === 'done') stored = end.value
    else if (end.kind === 'broken') trouble = signal.aborted ? undefined : words.failed
    else if (!end.isStopped) trouble = end.sentence
  }

  return {
    get isOffered() {
      return isOffered
    },
    get stored() {
      return stored
    },
    get written() {
      return written
    },
    get seconds() {
      return seconds
    },
    get trouble() {
      return trouble
    },
    load,
    write,
    stop: async () => {
      const answer = await http.call('POST', `${path}/stop`)
      if (!answer.ok) trouble = answer.problem.detail
    },
    leave: () => leaving?.abort(),
  }
}
