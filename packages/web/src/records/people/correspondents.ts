import type { EmailAddress } from '@plmail/wire'
import { emailReadingProperties } from '@plmail/wire'
import { createBatch, type Jmap } from '../../net/index.ts'

/** People whose name or address has a word beginning with what was typed, the most frequent first. */
export type CompletePeople = (text: string) => Promise<readonly EmailAddress[]>

/** Number of the newest messages with such a person that are read, in each account. */
const messagesPerAccount = 40

/** Completes from mail alone; somebody the user wrote to counts twice as much as somebody who wrote. */
export function createCompletion(jmap: Jmap, accountIds: () => Promise<readonly string[]>): CompletePeople {
  return async (text) => {
    const prefix = text.trim().toLowerCase()
    const batch = createBatch()
    const calls = (await accountIds()).map((accountId) => {
      const conditions = (['to', 'cc', 'from'] as const).map((field) => ({ [field]: `${prefix}*` }))
      const query = batch.add('Email/query', {
        accountId,
        filter: { operator: 'OR', conditions },
        sort: [{ property: 'receivedAt', isAscending: false }],
        limit: messagesPerAccount,
      })
      return batch.add('Email/get', {
        accountId,
        '#ids': { resultOf: query.id, name: query.name, path: '/ids' },
        properties: emailReadingProperties,
      })
    })
    const answers = calls.length > 0 ? await jmap.send(batch) : undefined
    const counts = new Map<string, { person: EmailAddress; count: number }>()
    for (const call of calls) {
      const answer = answers?.of(call)
      if (!answer?.ok) continue
      for (const { from, to, cc } of answer.value.list) {
        for (const person of [...(to ?? []), ...(cc ?? [])]) count(counts, person, 2)
        for (const person of from ?? []) count(counts, person, 1)
      }
    }
    return [...counts.values()]
      .filter(({ person }) => isLike(person, prefix))
      .toSorted((a, b) => b.count - a.count)
      .map(({ person }) => person)
  }
}

function count(
  counts: Map<string, { person: EmailAddress; count: number }>,
  person: EmailAddress,
  by: number,
): void {
  const key = person.email.toLowerCase()
  const counted = counts.get(key)
  counts.set(key, {
    person: counted?.person.name ? counted.person : person,
    count: (counted?.count ?? 0) + by,
  })
}

function isLike({ name, email }: EmailAddress, prefix: string): boolean {
  const words = `${name ?? ''} ${email}`.toLowerCase().split(/[\s@._-]+/)
  return email.toLowerCase().startsWith(prefix) || words.some((word) => word.startsWith(prefix))
}
