import type { Change } from '../../changes/index.ts'
import { selectCorrespondents } from './correspondents.ts'
import { decide, type Decided, dependsOnSender, type CategoryFacts, fromKnown } from './decide.ts'

/** Returns the categories of messages, considering to whom the user has written; null stays null. */
export async function withSenders(
  change: Change,
  facts: ReadonlyArray<CategoryFacts | null>,
): Promise<Array<Decided | null>> {
  const decisions = facts.map((fact) => fact && { from: fact.from, decided: decide(fact) })
  const senders = decisions.flatMap((decision) =>
    decision?.from && dependsOnSender(decision.decided) ? [decision.from] : [],
  )
  const correspondents = await selectCorrespondents(change, new Set(senders))
  return decisions.map((decision) => {
    if (!decision?.from || !dependsOnSender(decision.decided) || !correspondents.has(decision.from))
      return decision && decision.decided
    return fromKnown(decision.from)
  })
}
