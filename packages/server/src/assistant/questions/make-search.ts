import type { ProblemDetail } from '@plmail/wire'
import type { Mail, TypedFault } from '../../mail/index.ts'
import type { Admitted } from '../admit.ts'
import { type AskNeeds, reserveCall } from '../ask-within-cap.ts'
import type { Random } from '../../kit/random.ts'
import { searchPrompt } from '../prompt/search-prompt.ts'
import { dayIn } from '../use/usage.ts'
import type { OpenAccount } from './search-mail.ts'

export interface MakeSearchNeeds extends AskNeeds {
  random: Random
  search: Pick<Mail['search'], 'checkTyped'>
}

export interface SearchOrder {
  admitted: Admitted
  accounts: readonly OpenAccount[]
  question: string
  signal: AbortSignal
}

export type MadeSearch =
  | { ok: true; query: string }
  /** `query`: what the model wrote, for a person to mend. */
  | { ok: false; query: string; problem: ProblemDetail }

/** A person can correct what went wrong twice. */
const attempts = 2

/** Longer than anybody would read and correct. */
const maxQueryLength = 300

/** Has a question turned into a search of our own grammar. Undefined: the day's tokens are used up. */
export async function makeSearch(
  needs: MakeSearchNeeds,
  order: SearchOrder,
): Promise<MadeSearch | undefined> {
  let query = ''
  let fault: TypedFault | undefined
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await askOnce(needs, order, fault && { query, part: fault.source })
    if (!answer) return undefined
    if (answer.problem) return { ok: false, query: '', problem: answer.problem }
    query = queryIn(answer.text)
    fault = faultIn(needs, order, query)
    if (!fault) return { ok: true, query }
  }
  return { ok: false, query, problem: { problem: 'assistant/no-search' } }
}

/** The first thing in a search that is not what it looks like; a mailbox may be in one account and not in another. */
export function faultIn(
  { search }: Pick<MakeSearchNeeds, 'search'>,
  { accounts, admitted }: Pick<SearchOrder, 'accounts' | 'admitted'>,
  query: string,
): TypedFault | undefined {
  const mailboxes = accounts.flatMap((account) => account.mailboxes)
  const [fault] = search.checkTyped(query, { mailboxes, timeZone: admitted.reader.timeZone })
  return fault
}

async function askOnce(
  needs: MakeSearchNeeds,
  { admitted, question, signal }: SearchOrder,
  unusable: { query: string; part: string } | undefined,
) {
  const { reader } = admitted
  let text = ''
  const call = await reserveCall(needs, {
    userId: reader.id,
    personalId: admitted.personalId,
    timeZone: reader.timeZone,
    cap: admitted.dailyTokens,
    connection: admitted.connection,
    prompt: searchPrompt(needs.random, {
      readerName: reader.name,
      question,
      today: dayIn(reader.timeZone, needs.clock.now()),
      unusable,
    }),
    signal,
    onText: (token) => (text += token),
  })
  if (!call) return undefined
  const { problem } = await call()
  return { text, problem }
}

/** The last line that says something: models think aloud first, and put what they mean into quotes or code. */
function queryIn(text: string): string {
  const line = text
    .split(/\r?\n/)
    .map((candidate) => candidate.replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, '').trim())
    .filter((candidate) => candidate !== '' && !candidate.startsWith('```'))
    .at(-1)
  return (line ?? '')
    .replace(/^`+|`+$/g, '')
    .trim()
    .slice(0, maxQueryLength)
}
