import type { Dovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { type GeneratedMessage, generateMailbox, loadMailbox } from '../../test/fixtures/mailbox.ts'

/** What the server should end up with. */
export interface Loaded {
  /** Messages by folder, as Dovecot names them. */
  counts: ReadonlyMap<string, number>
  bytes: number
  newestInInbox: string
}

/** The mail of every bench: the same bytes for the same number. */
export const getMail = (count: number): Generator<GeneratedMessage> => generateMailbox({ count, seed: 20 })

/** Puts it into a user’s mailbox. */
export async function load(dovecot: Dovecot, user: string, count: number): Promise<Loaded> {
  let bytes = 0
  let newestInInbox = ''
  function* counted(): Generator<GeneratedMessage> {
    for (const message of getMail(count)) {
      bytes += message.raw.length
      if (message.mailbox === 'INBOX') newestInInbox = message.messageId
      yield message
    }
  }
  const counts = await loadMailbox(dovecot, user, counted())
  // The first SELECT after such a load makes Dovecot index it all; that is not the work to be measured.
  const client = await dovecot.client(user)
  for (const folder of counts.keys()) await client.status(folder, { messages: true, uidNext: true })
  await client.logout()
  return { counts, bytes, newestInInbox }
}
