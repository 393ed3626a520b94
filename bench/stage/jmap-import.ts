import { generateMailbox } from '../../test/fixtures/mailbox.ts'
import type { JmapClient } from './jmap-client.ts'
import type { Subject } from './operations.ts'
import { cpuBetween, cpuTimes } from './processes.ts'
import type { Row } from './rows.ts'

const messages = 1200
/** Imported before, so that the code is compiled when it is measured. */
const warmUpMessages = 400
const clients = 4
const atOnce = 50

/** Uploads messages one by one and makes Emails of each fifty, as a client that moves an archive in; then takes all away. */
export async function measureImport(client: JmapClient, subject: Subject, pids: number[]): Promise<Row> {
  // Another seed each time: bytes that are there already would not be written again.
  const count = warmUpMessages + messages
  const raws = [...generateMailbox({ count, seed: Date.now() % 1_000_000 })].map(({ raw }) => raw)
  const before = await importAll(client.another(), subject, raws.slice(0, warmUpMessages))
  const all = raws.slice(warmUpMessages)
  const share = Math.ceil(messages / clients)
  const cpuBefore = cpuTimes(pids)
  const began = performance.now()
  const uploads = await Promise.all(
    Array.from({ length: clients }, (_, index) =>
      importAll(client.another(), subject, all.slice(index * share, (index + 1) * share)),
    ),
  )
  const seconds = (performance.now() - began) / 1000
  const cpuMs = cpuBetween(cpuBefore, cpuTimes(pids))
  const { accountId } = subject
  const ids = uploads.flat()
  const gone = [...before, ...ids]
  for (let at = 0; at < gone.length; at += 200)
    await client.calls(['Email/set', { accountId, destroy: gone.slice(at, at + 200) }, '0'])
  return {
    what: 'import over JMAP',
    value: ids.length / seconds,
    unit: 'messages/s',
    budget: { atLeast: 300 },
    note: `${clients} clients, ${atOnce} an Email/import; ${(cpuMs / ids.length).toFixed(2)} ms CPU each`,
  }
}

async function importAll(
  client: JmapClient,
  { accountId, inbox }: Subject,
  all: Buffer[],
): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < all.length; at += atOnce) {
    const emails: Record<string, unknown> = {}
    for (const [index, raw] of all.slice(at, at + atOnce).entries())
      emails[`m${index}`] = { blobId: await client.upload(accountId, raw), mailboxIds: { [inbox]: true } }
    const [[, answer]] = await client.calls(['Email/import', { accountId, emails }, '0'])
    const created = (answer['created'] ?? {}) as Record<string, { id: string }>
    ids.push(...Object.values(created).map(({ id }) => id))
  }
  client.close()
  if (ids.length !== all.length) throw new Error(`${ids.length} of ${all.length} messages were imported`)
  return ids
}
