import { getFolders, pick, type Run } from './convergence-run.ts'

export async function deliver(run: Run, folder: string): Promise<void> {
  const number = run.delivered.length + 1
  const id = `<m${number}@example.test>`
  // Some answer mail that has not come yet, so that threads merge when it does.
  const parent =
    run.random() < 0.4 ? `<m${Math.max(1, number + Math.floor(run.random() * 5) - 2)}@example.test>` : id
  const reply = parent === id ? '' : `In-Reply-To: ${parent}\r\nReferences: ${parent}\r\n`
  const raw = `From: Bo <bo@example.test>\r\nSubject: number ${number}\r\nMessage-ID: ${id}\r\n${reply}\r\nHello ${number}\r\n`
  run.story.push(`other: delivers ${id} to ${folder}${reply && `, answering ${parent}`}`)
  run.delivered.push(id)
  try {
    await run.other.append(folder, raw, [], new Date(Date.UTC(2026, 0, 1) + number * 60_000))
  } catch (error) {
    // The folder may be gone, or the session have ended before the answer: it is there or it is not.
    run.deleted.add(id)
    throw error
  }
}

/** Returns one random folder of the other client's listing. */
export const pickFolder = async (run: Run) => pick(run, await getFolders(run))

interface Picked {
  folder: string
  uid: string
  id: string
}

/** One random message of one random folder, opened by the other client. */
async function otherPicks(run: Run): Promise<Picked | undefined> {
  const folder = run.random() < 0.5 ? 'INBOX' : await pickFolder(run)
  if (folder === undefined) return undefined
  await run.other.mailboxOpen(folder)
  const uids = (await run.other.search({ all: true }, { uid: true })) || []
  const uid = pick(run, uids)
  if (uid === undefined) return undefined
  const message = await run.other.fetchOne(String(uid), { envelope: true }, { uid: true })
  return message ? { folder, uid: String(uid), id: message.envelope?.messageId ?? '' } : undefined
}

export async function otherFlags(run: Run): Promise<void> {
  const picked = await otherPicks(run)
  if (!picked) return
  const flag = pick(run, ['\\Seen', '\\Seen', '\\Answered', '$Forwarded']) ?? '\\Seen'
  const isSet = run.random() < 0.6
  run.story.push(`other: ${isSet ? 'sets' : 'clears'} ${flag} on ${picked.id} in ${picked.folder}`)
  if (isSet) await run.other.messageFlagsAdd(picked.uid, [flag], { uid: true })
  else await run.other.messageFlagsRemove(picked.uid, [flag], { uid: true })
}

export async function otherMoves(run: Run): Promise<void> {
  const picked = await otherPicks(run)
  const to = await pickFolder(run)
  if (!picked || to === undefined || to === picked.folder) return
  run.story.push(`other: moves ${picked.id} from ${picked.folder} to ${to}`)
  const isOurs = await isUnheardCopy(run, picked)
  const move = () => run.other.messageMove(picked.uid, to, { uid: true })
  const both = await run.ownMoves.during(picked.folder, picked.uid, move)
  if (!both && !isOurs) return
  run.story.push(both ? '(while we were moving it too)' : '(a copy that we made and have not heard of)')
  run.copied.add(picked.id)
}

/** Half of a move of ours, cut after its COPY: there are two at the server, and the other client decides about one. */
async function isUnheardCopy({ rig, other }: Run, { folder, uid, id }: Picked): Promise<boolean> {
  if (other.capabilities.has('MOVE')) return false
  const rows = await rig.db.database.query(
    `select 1 from outbox_op o join message_body b on b.message_id = o.message_id
     where o.field = 'mailboxes' and o.attempts > 0 and '<' || (b.summary->'messageId'->>0) || '>' = $1
       and not exists (
         select from remote_message r join mailbox m on m.id = r.mailbox_id
         where r.message_id = o.message_id and m.remote_id = $2 and r.uid = $3)`,
    [id, folder, Number(uid)],
  )
  return rows.length > 0
}

export async function otherCopies(run: Run): Promise<void> {
  const picked = await otherPicks(run)
  const to = await pickFolder(run)
  if (!picked || to === undefined || to === picked.folder) return
  run.story.push(`other: copies ${picked.id} from ${picked.folder} to ${to}`)
  run.copied.add(picked.id)
  await run.other.messageCopy(picked.uid, to, { uid: true })
}

export async function otherDeletes(run: Run): Promise<void> {
  const picked = await otherPicks(run)
  if (!picked) return
  run.story.push(`other: deletes ${picked.id} from ${picked.folder}`)
  run.deleted.add(picked.id)
  await run.other.messageDelete(picked.uid, { uid: true })
}

/** Tells whether a folder was made by the run, so that it may be renamed and deleted. */
export const isMadeByRun = (path: string) => /^(Own|New)/.test(path)

export async function otherRenames(run: Run): Promise<void> {
  const from = pick(run, (await getFolders(run)).filter(isMadeByRun))
  const to = `Own ${++run.folders}`
  if (from === undefined || run.random() < 0.3) {
    run.story.push(`other: makes folder ${to}`)
    await run.other.mailboxCreate(to)
    return
  }
  run.story.push(`other: renames folder ${from} to ${to}`)
  await run.other.mailboxClose()
  await run.other.mailboxRename(from, to)
}

export async function otherDropsFolder(run: Run): Promise<void> {
  const folder = pick(run, (await getFolders(run)).filter(isMadeByRun))
  if (folder === undefined) return
  run.story.push(`other: deletes folder ${folder}`)
  // Under a name that nobody knows, so that nothing is moved into it between reading and deleting.
  const doomed = `Doomed ${folder}`
  await run.other.mailboxClose()
  await run.other.mailboxRename(folder, doomed)
  const box = await run.other.mailboxOpen(doomed)
  const all = box.exists === 0 ? [] : await run.other.fetchAll('1:*', { envelope: true })
  for (const message of all) run.deleted.add(message.envelope?.messageId ?? '')
  await run.other.mailboxClose()
  await run.other.mailboxDelete(doomed)
}
