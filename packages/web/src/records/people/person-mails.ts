import type { Email } from '@plmail/wire'
import { createBatch, type Jmap } from '../../net/index.ts'

export type PersonMail = Pick<Email, 'id' | 'threadId' | 'subject' | 'receivedAt'>

/** The newest messages of an account from an address, newest first; undefined when no answer came. */
export async function mailsFrom(
  jmap: Pick<Jmap, 'send'>,
  accountId: string,
  address: string,
  limit: number,
): Promise<PersonMail[] | undefined> {
  const batch = createBatch()
  const query = batch.add('Email/query', {
    accountId,
    filter: { from: address },
    limit,
    collapseThreads: true,
    sort: [{ property: 'receivedAt', isAscending: false }],
  })
  const get = batch.add('Email/get', {
    accountId,
    '#ids': { resultOf: query.id, name: query.name, path: '/ids' },
    properties: ['id', 'threadId', 'subject', 'receivedAt'],
  })
  const answer = (await jmap.send(batch))?.of(get)
  if (!answer?.ok) return undefined
  const emails = answer.value.list as PersonMail[]
  return emails.toSorted((a, b) => b.receivedAt.localeCompare(a.receivedAt))
}
