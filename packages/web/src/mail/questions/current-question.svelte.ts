import type { QuestionAnswer } from '@plmail/wire'
import { createShownAnswer, type ShownAnswer } from './shown-answer.svelte.ts'

/** The question that is being asked; it stays when a message of the answer is opened, and is there when one comes back. */
export interface CurrentQuestion {
  text: string
  /** The search that was made of it, as its reader edits it. */
  query: string | undefined
  readonly answer: ShownAnswer<QuestionAnswer>
  /** Has a new search made. */
  ask(): Promise<void>
  /** Reads what the search finds that stands there now. */
  askAgain(): Promise<void>
}

function createQuestion(): CurrentQuestion {
  let text = $state('')
  let query = $state<string>()
  const answer = createShownAnswer<QuestionAnswer>()

  async function request(body: { question: string; query?: string }): Promise<void> {
    await answer.request('/mail/ask', body)
    query = answer.searched?.query ?? query
  }

  return {
    get text() {
      return text
    },
    set text(typed) {
      text = typed
    },
    get query() {
      return query
    },
    set query(typed) {
      query = typed
    },
    answer,
    ask: () => request({ question: text }),
    askAgain: () => request({ question: text, query: query ?? '' }),
  }
}

export const currentQuestion: CurrentQuestion = createQuestion()
