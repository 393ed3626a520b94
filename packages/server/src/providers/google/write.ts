import { ProviderError } from '../contract/index.ts'
import { batch } from './batch.ts'
import { googleError } from './classify.ts'
import type { Gmail } from './gmail.ts'
import { archive, keywordChange, type LabelChange, placeChange } from './places.ts'

/** batchModify takes 1,000 ids for 50 units and tells nothing about each; singly one costs 5 and answers. */
const maxBatchSize = 1000
const singlyUpTo = 10

export async function setKeyword(
  gmail: Gmail,
  ids: readonly string[],
  keyword: string,
  present: boolean,
  now: () => Date,
): Promise<{ gone: string[] }> {
  const change = keywordChange(keyword, present)
  return change ? { gone: await modify(gmail, ids, change, now) } : { gone: [] }
}

export async function place(
  gmail: Gmail,
  ids: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
  now: () => Date,
): Promise<{ gone: string[]; renamed: Map<string, string> }> {
  const { change, impossible } = placeChange(add, remove)
  if (impossible.length > 0) {
    const problem = { problem: 'mail-limit/gmail-sent' } as const
    throw new ProviderError('refused', problem.problem, { problem })
  }
  return { gone: await modify(gmail, ids, change, now), renamed: new Map() }
}

/** Returns the ids that are gone, as far as Gmail tells: a large set hears of them by the history. */
async function modify(
  gmail: Gmail,
  ids: readonly string[],
  change: LabelChange,
  now: () => Date,
): Promise<string[]> {
  if (change.addLabelIds.length + change.removeLabelIds.length === 0) return []
  if (ids.length <= singlyUpTo) return modifySingly(gmail, ids, change, now)
  for (let from = 0; from < ids.length; from += maxBatchSize) {
    const body = { ids: ids.slice(from, from + maxBatchSize), ...change }
    await gmail.send('POST', 'messages/batchModify', body, 50, 'changing labels')
  }
  return []
}

async function modifySingly(
  gmail: Gmail,
  ids: readonly string[],
  change: LabelChange,
  now: () => Date,
): Promise<string[]> {
  const calls = ids.map((id) => ({
    key: id,
    method: 'POST' as const,
    path: `messages/${id}/modify`,
    body: change,
    cost: 5,
  }))
  const gone: string[] = []
  const open = new Set(ids)
  let refused: ProviderError | undefined
  for await (const { key, status, body } of batch(gmail, calls, 'changing labels')) {
    open.delete(key)
    if (status === 404) gone.push(key)
    else if (status >= 400)
      refused ??= googleError({ status, headers: new Headers(), body }, 'changing labels', now())
  }
  if (refused) throw refused
  if (open.size > 0) throw new ProviderError('busy', 'Google left changes of labels out of its answer')
  return gone
}

/** Deletes for good; unknown ids are no error to Gmail. */
export async function destroy(gmail: Gmail, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += maxBatchSize) {
    const body = { ids: ids.slice(from, from + maxBatchSize) }
    await gmail.send('POST', 'messages/batchDelete', body, 50, 'deleting messages')
  }
}

/** Labels that a message stored anew shall have. */
export function labelsFor(mailboxes: readonly string[], keywords: readonly string[]): string[] {
  const labels = mailboxes.filter((mailbox) => mailbox !== archive)
  const marks = keywords.flatMap((keyword) => keywordChange(keyword, true)?.addLabelIds ?? [])
  const unread = keywords.includes('$seen') ? [] : ['UNREAD']
  return [...labels, ...marks, ...unread]
}
