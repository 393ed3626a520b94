import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import type { Cyrus } from './cyrus-server.ts'
import { getMail } from './loaded.ts'

const marker = 'filled'

/** Whether the folder has all the mail of this number, and not what an interrupted run left. */
function isFilled(folder: string, count: number): boolean {
  const file = join(folder, marker)
  return existsSync(file) && readFileSync(file, 'utf8') === String(count)
}

/** The folder below `parent` for Cyrus's mail, without what is of no use to this run. */
export function keptFolder(parent: string, count: number): string {
  const folder = join(parent, 'cyrus')
  if (!isFilled(folder, count)) rmSync(folder, { recursive: true, force: true })
  return folder
}

/**
 * Puts the mail of every bench into Cyrus unless it is there already, and waits until all of it can be found. By
 * IMAP APPEND: one request a message where JMAP needs two, of which its upload is the slow one.
 */
export async function fillCyrus(cyrus: Cyrus, count: number, say: (text: string) => void): Promise<void> {
  if (isFilled(cyrus.data, count)) return
  const client = await signedIn(cyrus)
  try {
    await append(client, count, say)
  } finally {
    await client.logout()
  }
  say('Cyrus: indexing')
  cyrus.index()
  writeFileSync(join(cyrus.data, marker), String(count))
}

async function signedIn({ imap }: Cyrus): Promise<ImapFlow> {
  const client = new ImapFlow({
    host: imap.host,
    port: imap.port,
    secure: false,
    doSTARTTLS: false,
    auth: { user: imap.user, pass: imap.password },
    logger: false,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function append(client: ImapFlow, count: number, say: (text: string) => void): Promise<void> {
  const folders = new Set((await client.list()).map(({ path }) => path))
  let done = 0
  for (const { mailbox, raw, flags, date } of getMail(count)) {
    if (!folders.has(mailbox)) {
      await client.mailboxCreate(mailbox)
      folders.add(mailbox)
    }
    if ((await client.append(mailbox, raw, [...flags, ...attachmentFlag(raw)], date)) === false) {
      throw new Error(`Cyrus did not take message ${done} into ${mailbox}`)
    }
    done++
    if (done % 100 === 0) say(`Cyrus: ${done} of ${count} messages`)
  }
}

/** Cyrus tells mail with attachments by a keyword, which it sets in Email/import but not in APPEND. */
function attachmentFlag(raw: Buffer): string[] {
  return raw.includes('Content-Disposition: attachment') ? ['$HasAttachment'] : []
}
