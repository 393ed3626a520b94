import { startCuttingProxy } from '../servers/cutting-proxy.ts'
import type { UpdateOutcome } from '../../../server/src/mail/index.ts'
import { collectComplaints, knownHere, pick, type Run } from './convergence-run.ts'
import {
  deliver,
  isMadeByRun,
  otherCopies,
  otherDeletes,
  otherDropsFolder,
  otherFlags,
  otherMoves,
  otherRenames,
  pickFolder,
} from './other-client-acts.ts'
import { isSignedOut, signInAgain, signInOther } from './other-client-sign-in.ts'
import { watchOwnMoves } from './own-moves.ts'
import { settled } from './test-sync-rooms.ts'
import { mulberry } from './seeded-random.ts'
import { syncForTests } from './test-imap-sync.ts'

export interface Convergence {
  /** What is not as it should be; empty when both sides agree. */
  complaints: string[]
  /** What was done, in order. */
  story: string[]
}

const servers = [
  {},
  { without: ['UIDPLUS'] },
  { without: ['QRESYNC'] },
  { without: ['QRESYNC', 'CONDSTORE', 'MOVE'] },
  { without: ['MOVE'] },
  {},
] as const

export async function runConvergence(seed: number, steps = 40): Promise<Convergence> {
  const rig = await syncForTests(servers[seed % servers.length])
  const proxy = await startCuttingProxy(rig.dovecot.port)
  const otherClient = await signInOther(rig.dovecot)
  const run: Run = {
    rig,
    other: otherClient,
    proxy,
    random: mulberry(seed),
    story: [],
    delivered: [],
    deleted: new Set(),
    copied: new Set<string>(),
    journal: [],
    stars: new Map(),
    folders: 0,
    ownMoves: watchOwnMoves(),
    answersLeft: undefined,
  }
  try {
    rig.port.value = proxy.port
    proxy.onClientData = run.ownMoves.sent
    proxy.onServerData = (chunk) => {
      run.ownMoves.answered(chunk)
      if (run.answersLeft === undefined || --run.answersLeft > 0) return false
      run.answersLeft = undefined
      return true
    }
    for (let index = 0; index < 6; index++) await deliver(run, 'INBOX')
    await rig.syncNow()
    for (let step = 0; step < steps; step++) await act(run)
    run.answersLeft = undefined
    await quiet(run)
    await signInAgain(run)
    return { complaints: await collectComplaints(run), story: run.story }
  } finally {
    await run.other.logout().catch(() => {})
    await rig[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
  }
}

type Deed = [weight: number, (run: Run) => Promise<void>]

const deeds: Deed[] = [
  [4, async (run) => deliver(run, (await pickFolder(run)) ?? 'INBOX')],
  [6, otherFlags],
  [6, otherMoves],
  [2, otherDeletes],
  [1, otherCopies],
  [1, otherRenames],
  [1, otherDropsFolder],
  [5, starHere],
  [4, markHere],
  [8, moveHere],
  [1, copyHere],
  [2, destroyHere],
  [3, createHere],
  [5, undoHere],
  [1, makeFolderHere],
  [2, renameFolderHere],
  [1, destroyFolderHere],
  [5, async (run) => void (await run.rig.sync.refresh(run.rig.account))],
  [4, async (run) => settle(run)],
  [2, cut],
  [3, async (run) => pause(run.random() * 60)],
]

async function act(run: Run): Promise<void> {
  let at = run.random() * deeds.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, deed] of deeds) {
    at -= weight
    if (at >= 0) continue
    await signInAgain(run)
    return deed(run).catch(unlessFolderGone(run))
  }
}

/**
 * A folder that we have renamed or deleted since the other client listed it, or while it has it open: what it was about
 * to do does not happen.
 */
const unlessFolderGone = (run: Run) => (error: unknown) => {
  const isRefused =
    typeof error === 'object' && error !== null && Reflect.get(error, 'responseStatus') === 'NO'
  if (!isRefused && !isSignedOut(run.other, error)) throw error
  run.story.push('(which comes to nothing: the folder is gone)')
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

const asUser = (run: Run) => ({ kind: 'user' as const, userId: run.rig.user })

async function boxesHere({ rig }: Run) {
  return (await rig.mail.mailboxes.list(rig.account)).filter((box) => box.isSelectable)
}

/** Remembers what can be undone. */
function noted(run: Run, outcome: UpdateOutcome | 'state-mismatch'): void {
  if (outcome !== 'state-mismatch' && outcome.journalId !== undefined) run.journal.push(outcome.journalId)
}

async function starHere(run: Run): Promise<void> {
  const message = pick(run, await knownHere(run))
  if (!message) return
  const isSet = !message.keywords.includes('$flagged')
  const patch = { keywords: new Map([['$flagged', isSet]]) }
  const outcome = await run.rig.mail.actions.update(
    asUser(run),
    run.rig.account,
    'star',
    new Map([[message.id, patch]]),
  )
  if (outcome === 'state-mismatch' || outcome.refused.size > 0) return
  run.story.push(`here: ${isSet ? 'stars' : 'unstars'} ${message.messageId}`)
  noted(run, outcome)
  run.stars.set(message.messageId, isSet)
}

async function markHere(run: Run): Promise<void> {
  const message = pick(run, await knownHere(run))
  if (!message) return
  const isSet = !message.keywords.includes('$seen')
  run.story.push(`here: marks ${message.messageId} ${isSet ? 'read' : 'unread'}`)
  const patch = { keywords: new Map([['$seen', isSet]]) }
  noted(
    run,
    await run.rig.mail.actions.update(asUser(run), run.rig.account, 'mark', new Map([[message.id, patch]])),
  )
}

async function moveHere(run: Run): Promise<void> {
  const message = pick(run, await knownHere(run))
  const to = pick(run, await boxesHere(run))
  if (!message || !to) return
  run.story.push(`here: moves ${message.messageId} to ${to.name}`)
  const patch = { replaceMailboxes: new Set([to.id]) }
  noted(
    run,
    await run.rig.mail.actions.update(asUser(run), run.rig.account, 'move', new Map([[message.id, patch]])),
  )
}

async function copyHere(run: Run): Promise<void> {
  const message = pick(run, await knownHere(run))
  const to = pick(run, await boxesHere(run))
  if (!message || !to) return
  run.story.push(`here: adds ${message.messageId} to ${to.name}`)
  run.copied.add(message.messageId)
  const patch = { mailboxes: new Map([[to.id, true]]) }
  noted(
    run,
    await run.rig.mail.actions.update(asUser(run), run.rig.account, 'add', new Map([[message.id, patch]])),
  )
}

async function destroyHere(run: Run): Promise<void> {
  const message = pick(run, await knownHere(run))
  if (!message) return
  run.story.push(`here: destroys ${message.messageId}`)
  run.deleted.add(message.messageId)
  await run.rig.mail.actions.destroy(asUser(run), run.rig.account, [message.id])
}

/** A draft or an import, which has still to reach the server. */
async function createHere(run: Run): Promise<void> {
  const to = pick(run, await boxesHere(run))
  if (!to) return
  const number = run.delivered.length + 1
  const id = `<m${number}@example.test>`
  const raw = `From: Ann <ann@example.test>\r\nSubject: made ${number}\r\nMessage-ID: ${id}\r\n\r\nMade ${number}\r\n`
  const [prepared] = await run.rig.mail.ingest.prepare([Buffer.from(raw)])
  if (!prepared) return
  run.story.push(`here: creates ${id} in ${to.name}`)
  run.delivered.push(id)
  const receivedAt = new Date(Date.UTC(2026, 0, 1) + number * 60_000)
  const outcome = await run.rig.mail.actions.create(asUser(run), run.rig.account, 'create', [
    { prepared, mailboxIds: [to.id], keywords: ['$draft'], receivedAt },
  ])
  // the folder may just have gone
  if (outcome === 'state-mismatch' || typeof outcome.outcomes[0] === 'string') run.deleted.add(id)
}

async function undoHere(run: Run): Promise<void> {
  const id = run.random() < 0.7 ? run.journal.at(-1) : pick(run, run.journal)
  if (id === undefined) return
  const outcome = await run.rig.mail.actions.undo(run.rig.user, id)
  run.journal = run.journal.filter((entry) => entry !== id)
  if (!outcome.ok) return
  const restored = new Set(outcome.restored)
  for (const message of await knownHere(run)) {
    if (!restored.has(message.id)) continue
    run.story.push(`here: undoes a change of ${message.messageId}`)
    if (run.stars.has(message.messageId))
      run.stars.set(message.messageId, message.keywords.includes('$flagged'))
  }
}

async function makeFolderHere(run: Run): Promise<void> {
  const name = `New ${++run.folders}`
  run.story.push(`here: makes folder ${name}`)
  const cause = { actor: asUser(run), verb: 'create-mailbox' }
  await run.rig.changes.write(run.rig.account, cause, (change) =>
    run.rig.mail.mailboxes.create(change, { name, parentId: null, role: null }),
  )
}

async function renameFolderHere(run: Run): Promise<void> {
  const boxes = await boxesHere(run)
  const mailbox = pick(
    run,
    boxes.filter((box) => isMadeByRun(box.name)),
  )
  const under = run.random() < 0.4 ? pick(run, boxes) : undefined
  if (!mailbox) return
  const patch =
    run.random() < 0.6
      ? { name: `New ${++run.folders}` }
      : { parentId: under?.id ?? null, isSubscribed: false }
  const cause = { actor: asUser(run), verb: 'change-mailbox' }
  const { result } = await run.rig.changes.write(run.rig.account, cause, (change) =>
    run.rig.mail.mailboxes.update(change, mailbox.id, patch),
  )
  run.story.push(`here: changes folder ${mailbox.name} to ${JSON.stringify(patch)}: ${result ?? 'done'}`)
}

async function destroyFolderHere(run: Run): Promise<void> {
  const mailbox = pick(
    run,
    (await boxesHere(run)).filter((box) => isMadeByRun(box.name)),
  )
  if (!mailbox) return
  const cause = { actor: asUser(run), verb: 'destroy-mailbox' }
  const { result } = await run.rig.changes.write(run.rig.account, cause, async (change) => {
    const inside = await change.tx.query<{ summary: { messageId: string[] | null } }>(
      `select summary from message_body join message_mailbox using (message_id) where mailbox_id = $1`,
      [mailbox.id],
    )
    for (const { summary } of inside) run.deleted.add(`<${summary.messageId?.[0] ?? ''}>`)
    return run.rig.mail.mailboxes.destroy(change, mailbox.id, true)
  })
  run.story.push(`here: destroys folder ${mailbox.name} (${mailbox.remoteId}): ${result ?? 'done'}`)
}

/** Ends connections now, or at one of the next answers of the server. */
async function cut(run: Run): Promise<void> {
  const left = Math.floor(run.random() * 12)
  run.story.push(`network: cuts after ${left} answers`)
  if (left === 0) run.proxy.cut()
  else run.answersLeft = left
}

async function settle({ rig, story }: Run): Promise<void> {
  story.push('waits until nothing is due')
  await settled(rig)
}

/** Three looks that find nothing to do. */
async function quiet(run: Run): Promise<void> {
  for (let calm = 0; calm < 3; calm++) await settle(run)
}
