import type { Session } from './session.ts'

const maxMs = 600_000
const pauseMs = 2_000

/** Looks on until jobs have indexed all mail and read all attachments: searches of a mailbox that has been there a while. */
export async function whenIndexed(session: Session): Promise<void> {
  const client = await session.jmap()
  const { accounts } = (await session.get('/api/accounts')) as { accounts: Array<{ id: string }> }
  const accountId = accounts[0]?.id
  for (const end = performance.now() + maxMs; ;) {
    // A part of a word is what takes longest to be found.
    const query = { accountId, filter: { text: '*indexed' }, limit: 1 }
    const [[, answer]] = await client.calls(['Email/query', query, '0'])
    if (answer['notSearched'] === 0 && answer['attachmentsNotSearched'] === 0) break
    if (performance.now() > end) throw new Error('The mail is not indexed after ten minutes')
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  client.close()
}
