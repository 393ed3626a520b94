import type { JournalId, MailboxId, MessageId } from '@plmail/wire'
import type { ImapFlow } from 'imapflow'
import type { CuttingProxy } from '../servers/cutting-proxy.ts'
import { disagreements, type MailForTests } from '../mail/test-mail.ts'
import type { OwnMoves } from './own-moves.ts'
import type { RoomsForTests } from './test-sync-rooms.ts'
import type { SyncForTests } from './test-imap-sync.ts'

/** What one run knows beyond the two sides: who did what to whom. */
export interface Run {
  rig: SyncForTests
  other: ImapFlow
  proxy: CuttingProxy
  ownMoves: OwnMoves
  /** Answers of the server until the network cuts; undefined: it holds. */
  answersLeft: number | undefined
  random: () => number
  story: string[]
  /** Message-IDs ever delivered. */
  delivered: string[]
  /** Message-IDs that somebody deleted for good, so that they may be gone. */
  deleted: Set<string>
  /** Message-IDs that somebody copied, or that both sides moved at the same time, so that there may be several. */
  copied: Set<string>
  journal: JournalId[]
  /** The star each message was last given here; nobody else touches stars. */
  stars: Map<string, boolean>
  folders: number
}

/** Returns one of the items by the run's random numbers; undefined where there is none. */
export const pick = <T>({ random }: Pick<Run, 'random'>, items: readonly T[]): T | undefined =>
  items[Math.floor(random() * items.length)]

export async function getFolders({ other }: Run): Promise<string[]> {
  const listed = await other.list()
  return listed
    .filter((mailbox) => !mailbox.flags.has('\\Noselect') && !mailbox.flags.has('\\NonExistent'))
    .map((mailbox) => mailbox.path)
}

export interface Known {
  id: MessageId
  messageId: string
  keywords: string[]
  mailboxIds: MailboxId[]
}

export async function knownHere({ rig }: { rig: Pick<RoomsForTests, 'db' | 'account'> }): Promise<Known[]> {
  const rows = await rig.db.database.query<
    Omit<Known, 'messageId'> & { summary: { messageId: string[] | null } }
  >(
    `select m.id, m.keywords, b.summary,
       array(select mailbox_id from message_mailbox mm where mm.message_id = m.id order by 1) as "mailboxIds"
     from message m join message_body b on b.message_id = m.id
     where m.account_id = $1 and m.removed_at is null order by m.received_at, m.id`,
    [rig.account],
  )
  return rows.map(({ summary, ...row }) => ({ ...row, messageId: `<${summary.messageId?.[0] ?? ''}>` }))
}

export async function collectComplaints(run: Run): Promise<string[]> {
  const { rig } = run
  const { database } = rig.db
  const theirs = await dovecotHolds(run)
  const ours = await databaseHolds(run)
  const complaints: string[] = []
  for (const folder of new Set([...theirs.keys(), ...ours.keys()])) {
    const [a, b] = [theirs.get(folder) ?? [], ours.get(folder) ?? []]
    if (a.join(' ') !== b.join(' ')) complaints.push(`${folder}: server ${a.join(' ')} | here ${b.join(' ')}`)
  }
  const waiting = await database.query<{ o: string }>(
    `select to_jsonb(o)::text as o from outbox_op o where state <> 'refused'`,
  )
  complaints.push(...waiting.map((row) => `still in the outbox: ${row.o}`))
  const listed = await database.query<{ o: string }>(`select to_jsonb(i)::text as o from sync_item i`)
  complaints.push(...listed.map((row) => `still on the ledger: ${row.o}`))
  complaints.push(
    ...(await disagreements({ db: rig.db } as MailForTests, rig.account)).map((row) => JSON.stringify(row)),
  )
  return [...complaints, ...(await misplaced(run)), ...lostOrDoubled(run, theirs), ...starsLost(run, theirs)]
}

/** Folders whose name or parent here is not what their path at the server says, or that are still on their way out. */
async function misplaced({ rig }: Run): Promise<string[]> {
  const all = await rig.mail.mailboxes.selectMailboxes(rig.account)
  const paths = new Map(all.map((mailboxView) => [mailboxView.id, mailboxView.remoteId]))
  return all.flatMap(({ name, parentId, remoteId, isLeaving }) => {
    if (isLeaving) return [`folder ${remoteId} was destroyed here and is still there`]
    const above = parentId === null ? undefined : paths.get(parentId)
    const isThere = above === undefined ? remoteId === name : new RegExp(`[/.]${name}$`).test(remoteId ?? '')
    const isWithin = above === undefined || remoteId?.startsWith(above ?? '?')
    return isThere && isWithin ? [] : [`folder ${name} within ${above ?? 'nothing'} is ${remoteId}`]
  })
}

function lostOrDoubled(run: Run, theirs: ReadonlyMap<string, string[]>): string[] {
  const messages = [...theirs].flatMap(([folder, texts]) =>
    texts.map((text) => ({ folder, id: text.slice(0, text.indexOf('>') + 1) })),
  )
  return run.delivered.flatMap((id) => {
    const folders = messages.filter((message) => message.id === id).map((message) => message.folder)
    if (folders.length === 0 && !run.deleted.has(id)) return [`${id} is lost on the server`]
    return folders.length > 1 && !run.copied.has(id)
      ? [`${id} is there several times: ${folders.join(', ')}`]
      : []
  })
}

/** Only when nothing was refused: then every star set here must be on the server. */
function starsLost(run: Run, theirs: ReadonlyMap<string, string[]>): string[] {
  if (run.rig.events.some((event) => event.kind === 'notice')) return []
  return [...theirs.values()].flat().flatMap((text) => {
    const id = text.slice(0, text.indexOf('>') + 1)
    if (run.copied.has(id)) return []
    const isStarred = text.includes('$flagged')
    return (run.stars.get(id) ?? false) === isStarred
      ? []
      : [`${id}: star ${isStarred}, wanted ${!isStarred}`]
  })
}

/** By folder `<message-id>[keywords]`, sorted; keywords left out for copies, which are one message here and two there. */
async function dovecotHolds(run: Run): Promise<Map<string, string[]>> {
  const idsByFolder = new Map<string, string[]>()
  for (const folder of await getFolders(run)) {
    const box = await run.other.mailboxOpen(folder)
    const all = box.exists === 0 ? [] : await run.other.fetchAll('1:*', { envelope: true, flags: true })
    const texts = all.map((message) => {
      const id = message.envelope?.messageId ?? ''
      const flags = [...(message.flags ?? [])].map((flag) => flag.toLowerCase().replace('\\', '$'))
      // IMAP destroys in two steps, STORE and EXPUNGE: what another client moves away between them keeps the mark of the
      // first. It is no keyword here, and somebody wanted the message gone.
      const isNone = (flag: string) => flag === '$recent' || (flag === '$deleted' && run.deleted.has(id))
      return described(
        run,
        id,
        flags.filter((flag) => !isNone(flag)),
      )
    })
    idsByFolder.set(folder, texts.sort())
  }
  return idsByFolder
}

async function databaseHolds(run: Run): Promise<Map<string, string[]>> {
  const boxes = await run.rig.mail.mailboxes.list(run.rig.account)
  const idsByFolder = new Map<string, string[]>(boxes.map((box) => [box.remoteId ?? `(${box.name})`, []]))
  const getName = new Map(boxes.map((box) => [box.id, box.remoteId ?? `(${box.name})`]))
  for (const message of await knownHere(run)) {
    for (const id of message.mailboxIds)
      idsByFolder.get(getName.get(id) ?? '')?.push(described(run, message.messageId, message.keywords))
  }
  for (const texts of idsByFolder.values()) texts.sort()
  return idsByFolder
}

const described = (run: Run, id: string, keywords: readonly string[]) =>
  run.copied.has(id) ? id : `${id}[${[...keywords].sort().join(',')}]`
