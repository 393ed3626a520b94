import type { When } from '../draft/envelope.ts'
import type { SendQuestion } from './questions.ts'

export interface SendWish {
  when: When
  /** The conversation is archived once its answer has gone. */
  archives: boolean
}

/** Where a message stands on its way out. */
export interface SendState {
  question?: SendQuestion | undefined
  isSending?: boolean
  /** Why it did not go, in words. */
  problem?: string | undefined
}

/** Checks a message, asks what has to be asked, and sends it. */
export interface SendTools {
  obstacle(): string | undefined
  questions(): readonly SendQuestion[]
  /** Returns why it was not sent. */
  send(when: When): Promise<string | undefined>
}

interface SendFlowParts {
  /** Puts in what a template left open, before anybody looks at the message. */
  fill(): Promise<void>
  tools: SendTools
  show(state: SendState): void
  onSent(wish: SendWish): void
}

/** A message on its way out: every question is asked once, one after the other; then it goes. */
export interface SendFlow {
  begin(wish: SendWish): Promise<void>
  /** Goes on after a question. */
  agree(question: SendQuestion): Promise<void>
}

export function createSendFlow({ fill, tools, show, onSent }: SendFlowParts): SendFlow {
  let wish: SendWish | undefined
  let agreed = new Set<SendQuestion>()
  let isBusy = false

  async function attempt({ when }: SendWish): Promise<SendState> {
    await fill()
    const obstacle = tools.obstacle()
    if (obstacle !== undefined) return { problem: obstacle }
    const question = tools.questions().find((name) => !agreed.has(name))
    return question ? { question } : { problem: await tools.send(when) }
  }

  async function advance(): Promise<void> {
    if (!wish || isBusy) return show({ isSending: isBusy })
    isBusy = true
    show({ isSending: true })
    const state = await attempt(wish)
    isBusy = false
    show(state)
    if (state.problem === undefined && !state.question) onSent(wish)
  }

  return {
    begin(next) {
      wish = next
      agreed = new Set()
      return advance()
    },
    agree(question) {
      agreed.add(question)
      return advance()
    },
  }
}
