import type { AccountId, UserId } from '@plmail/wire'
import type { Owner } from '../egress/network/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { OutboundStream } from '../safety/index.ts'
import type { Sql } from '../store/index.ts'
import { askModel, type ModelOutcome } from './model/ask-model.ts'
import { createThoughtFilter } from './model/thought-filter.ts'
import type { ModelConnection, ModelPrompt } from './types.ts'
import { dayIn, estimateTokens, reserveTokens, settleTokens } from './use/usage.ts'

export interface AskNeeds {
  database: Sql
  clock: Clock
  ask: (owner: Owner) => OutboundStream
}

export interface CappedCall {
  userId: UserId
  personalId: AccountId
  timeZone: string
  cap: number
  connection: ModelConnection
  prompt: ModelPrompt
  onText(text: string): void
  signal: AbortSignal
}

/**
 * Takes what a call may cost at most out of the day's share; undefined when that is not left. The result makes the call
 * and gives back what it did not cost.
 */
export async function reserveCall(
  needs: AskNeeds,
  call: CappedCall,
): Promise<(() => Promise<ModelOutcome>) | undefined> {
  const { personalId, prompt, cap } = call
  const day = dayIn(call.timeZone, needs.clock.now())
  const promptTokens = estimateTokens(prompt.system + prompt.user)
  const reserved = promptTokens + prompt.maxTokens
  if (!(await reserveTokens(needs.database, { personalId, day, cap }, reserved))) return undefined
  return async () => {
    let written = ''
    let used = reserved
    const answer = createThoughtFilter((text) => call.onText(text))
    const onText = (text: string) => {
      written += text // thoughts are paid for as well
      answer.push(text)
    }
    try {
      const outcome = await askModel(needs.ask(call.userId), { ...call, onText })
      answer.end()
      // A call that came to nothing costs what the server says that it cost, if it says so.
      const isFruitless = outcome.problem !== undefined && written === ''
      const prompted = outcome.counts.prompt ?? (isFruitless ? 0 : promptTokens)
      used = prompted + (outcome.counts.answer ?? estimateTokens(written))
      return outcome
    } finally {
      await settleTokens(needs.database, personalId, day, used - reserved)
    }
  }
}
