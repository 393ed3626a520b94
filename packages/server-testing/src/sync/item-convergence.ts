import type { JournalId, MessageId, SubmissionId } from '@plmail/wire'
import { toRawMessage } from '../../../emulators/src/blobs/raw.ts'
import type { Fault } from '../../../emulators/src/faults/faults.ts'
import type { ActAs } from '../../../emulators/src/mailbox.ts'
import { disagreements, type MailForTests } from '../mail/test-mail.ts'
import type { EmailPatch, MailboxView } from '../../../server/src/mail/index.ts'
import type { Convergence } from './convergence.ts'
import { type Known, knownHere } from './convergence-run.ts'
import type { EmulatedForTests } from './emulated-sync.ts'
import { dayPasses, drawOddity } from './oddities.ts'
import { settled } from './test-sync-rooms.ts'
import { mulberry } from './seeded-random.ts'

interface Run {
  rig: EmulatedForTests
  random: () => number
  story: string[]
  delivered: string[]
  /** Message-IDs that somebody deleted for good, so that they may be gone. */
  deleted: Set<string>
  journal: JournalId[]
  /** Ids of messages that cannot be read at the moment. */
  unreadable: Set<string>
  /** Message-IDs that were sent from here, by what asked for it. */
  sent: Map<SubmissionId, string>
}

/** One run on a rig of its own, or on one that is there for several: it is given a fresh account then. */
export async function runItemConvergence(
  rig: EmulatedForTests,
  seed: number,
  steps = 40,
): Promise<Convergence> {
  const run: Run = {
    rig,
    random: mulberry(seed),
    story: [],
    delivered: [],
    deleted: new Set(),
    journal: [],
    sent: new Map(),
    unreadable: new Set(),
  }
  rig.faults.clear()
  rig.mailbox.act({ kind: 'create-folder', name: 'Shelf' })
  for (let index = 0; index < 6; index++) await deliver(run)
  await settled(rig)
  for (let step = 0; step < steps; step++) await act(run)
  if (rig.worker) await killWorker(run)
  rig.faults.clear()
  for (let day = 0; day < 2; day++) {
    await settled(rig)
    await dayPasses(rig)
  }
  // What could not be read has something in its place by now, and comes when it can be.
  const ids = [...run.unreadable].filter((id) =>
    rig.mailbox.truth().messages.some((message) => message.id === id),
  )
  rig.mailbox.turnOdd({ kind: 'readable', ids })
  await rig.sync.fetchAgain(rig.account)
  await settled(rig)
  await settled(rig)
  return { complaints: await collectComplaints(run), story: run.story }
}

const pick = <T>(run: Run, items: readonly T[]): T | undefined =>
  items[Math.floor(run.random() * items.length)]

type Deed = [weight: number, (run: Run) => Promise<void>]

const deeds: Deed[] = [
  [4, deliver],
  [12, otherActs],
  [5, (run) => keywordHere(run, '$flagged')],
  [4, (run) => keywordHere(run, '$seen')],
  [8, moveHere],
  [2, destroyHere],
  [3, async (run) => void (await draftHere(run))],
  [3, sendHere],
  [5, undoHere],
  [1, makeFolderHere],
  [5, async ({ rig }) => void (await rig.sync.refresh(rig.account))],
  [4, async ({ rig, story }) => void (story.push('waits until nothing is due'), await settled(rig))],
  [5, breakSomething],
  [4, turnOdd],
  [1, async ({ rig }) => rig.expireAccess()],
  [3, async (run) => new Promise((resolve) => setTimeout(resolve, run.random() * 60))],
]

async function act(run: Run): Promise<void> {
  const all: Deed[] = run.rig.worker ? [...deeds, [2, killWorker]] : deeds
  let at = run.random() * all.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, deed] of all) {
    at -= weight
    if (at < 0) return deed(run)
  }
}

async function deliver(run: Run): Promise<void> {
  const number = run.delivered.length + 1
  const id = `<m${number}@example.test>`
  // Some answer mail that has not come yet, so that threads merge when it does.
  const parent =
    run.random() < 0.4 ? `<m${Math.max(1, number + Math.floor(run.random() * 5) - 2)}@example.test>` : id
  const reply = parent === id ? '' : `In-Reply-To: ${parent}\r\nReferences: ${parent}\r\n`
  const raw = `From: Bo <bo@example.test>\r\nTo: ann@example.test\r\nSubject: number ${number}\r\nMessage-ID: ${id}\r\nDate: Sat, 21 Nov 2026 08:00:00 +0000\r\n${reply}\r\nHello ${number}\r\n`
  run.story.push(`other: delivers ${id}`)
  run.rig.mailbox.deliver(toRawMessage(Buffer.from(raw)))
  run.delivered.push(id)
}

async function otherActs(run: Run): Promise<void> {
  const drawn = drawAct(run)
  if (!drawn) return
  run.story.push(`other: ${JSON.stringify(drawn.act)} (${drawn.messageId})`)
  noteDeletion(run, drawn)
  run.rig.mailbox.act(drawn.act)
}

interface DrawnAct {
  act: ActAs
  messageId: string | null
}

function noteDeletion(run: Run, { act: drawn, messageId }: DrawnAct): void {
  if (drawn.kind === 'delete') run.deleted.add(angled(messageId))
}

async function turnOdd(run: Run): Promise<void> {
  const drawn = drawAct(run)
  const oddity = drawOddity(run.rig.provider, run.random, drawn?.act)
  if (!oddity) return
  run.story.push(`odd: ${JSON.stringify(oddity)} (${drawn?.messageId ?? ''})`)
  if (oddity.kind === 'untold' && drawn) noteDeletion(run, drawn)
  if (oddity.kind === 'unreadable') for (const id of oddity.ids) run.unreadable.add(id)
  run.rig.mailbox.turnOdd(oddity)
}

function drawAct(run: Run): DrawnAct | undefined {
  const present = run.rig.mailbox.truth().messages.filter((message) => !message.keywords.includes('$draft'))
  const message = pick(run, present)
  if (!message) return undefined
  const ids = [message.id]
  const change = pick<ActAs>(run, [
    { kind: 'mark', ids, keyword: '$seen' },
    { kind: 'unmark', ids, keyword: '$seen' },
    { kind: 'mark', ids, keyword: '$flagged' },
    { kind: 'unmark', ids, keyword: '$flagged' },
    { kind: 'archive', ids },
    { kind: 'archive', ids },
    { kind: 'trash', ids },
    { kind: 'move', ids, to: 'inbox' },
    { kind: 'move', ids, to: 'inbox' },
    { kind: 'move', ids, to: 'Shelf' },
    { kind: 'label', ids, label: 'Tag' },
    { kind: 'unlabel', ids, label: 'Tag' },
    { kind: 'delete', ids },
  ])
  return change && { act: change, messageId: message.messageId }
}

/** Without notes that stand in for what cannot be read: they have no Message-ID to be told by. */
const messagesHere = async (run: Run): Promise<Known[]> =>
  (await knownHere(run)).filter((message) => message.messageId !== '<>')

const angled = (messageId: string | null): string => `<${(messageId ?? '').replace(/[<>]/g, '')}>`
const asUser = ({ rig }: Run) => ({ kind: 'user' as const, userId: rig.user })

async function update(run: Run, message: Known, verb: string, patch: EmailPatch): Promise<void> {
  const outcome = await run.rig.mail.actions.update(
    asUser(run),
    run.rig.account,
    verb,
    new Map([[message.id, patch]]),
  )
  if (outcome !== 'state-mismatch' && outcome.journalId !== undefined) run.journal.push(outcome.journalId)
}

async function keywordHere(run: Run, keyword: string): Promise<void> {
  const message = pick(run, await messagesHere(run))
  if (!message) return
  const isSet = !message.keywords.includes(keyword)
  run.story.push(`here: ${isSet ? 'sets' : 'clears'} ${keyword} on ${message.messageId}`)
  await update(run, message, 'mark', { keywords: new Map([[keyword, isSet]]) })
}

/** Where a message can be put: drafts and what was sent stay where the provider keeps them. */
async function boxesHere({ rig }: Run): Promise<MailboxView[]> {
  const boxes = await rig.mail.mailboxes.list(rig.account)
  return boxes.filter((box) => box.role !== 'drafts' && box.role !== 'sent' && box.role !== 'junk')
}

async function moveHere(run: Run): Promise<void> {
  const message = pick(
    run,
    (await messagesHere(run)).filter((candidate) => !candidate.keywords.includes('$draft')),
  )
  const to = pick(run, await boxesHere(run))
  if (!message || !to) return
  run.story.push(`here: moves ${message.messageId} to ${to.name}`)
  await update(run, message, 'move', { replaceMailboxes: new Set([to.id]) })
}

async function destroyHere(run: Run): Promise<void> {
  const message = pick(run, await messagesHere(run))
  if (!message) return
  run.story.push(`here: destroys ${message.messageId}`)
  run.deleted.add(message.messageId)
  await run.rig.mail.actions.destroy(asUser(run), run.rig.account, [message.id])
}

async function draftHere(run: Run): Promise<MessageId | undefined> {
  const number = run.delivered.length + 1
  const id = `<m${number}@example.test>`
  const raw = `From: Ann <${run.rig.mailbox.email}>\r\nTo: bo@example.test\r\nSubject: made ${number}\r\nMessage-ID: ${id}\r\nDate: Sat, 21 Nov 2026 08:00:00 +0000\r\n\r\nMade ${number}\r\n`
  const [prepared] = await run.rig.mail.ingest.prepare([Buffer.from(raw)])
  if (!prepared) return undefined
  run.story.push(`here: drafts ${id}`)
  run.delivered.push(id)
  const mailboxIds = [await run.rig.getMailbox('drafts')]
  const made = await run.rig.mail.actions.create(asUser(run), run.rig.account, 'create', [
    { prepared, mailboxIds, keywords: ['$draft', '$seen'] },
  ])
  const outcome = made === 'state-mismatch' ? undefined : made.outcomes[0]
  return typeof outcome === 'object' && 'id' in outcome ? outcome.id : undefined
}

/** At once or, now and then, when it has become a draft at the provider. */
async function sendHere(run: Run): Promise<void> {
  const { rig, random, story } = run
  const messageId = await draftHere(run)
  const [identity] = await rig.identities.list(rig.account)
  if (messageId === undefined || !identity) return
  if (random() < 0.3) await settled(rig)
  const [draft] = (await messagesHere(run)).filter((message) => message.id === messageId)
  if (!draft) return
  story.push(`here: sends ${draft.messageId}`)
  const submission = { identityId: identity.id, messageId, envelope: null }
  const outcome = await rig.submissions.create(rig.user, rig.account, submission)
  if (!outcome.ok) throw new Error(`Not sent: ${JSON.stringify(outcome)}`)
  run.sent.set(outcome.id, draft.messageId)
}

async function undoHere(run: Run): Promise<void> {
  const id = run.random() < 0.7 ? run.journal.at(-1) : pick(run, run.journal)
  if (id === undefined) return
  run.journal = run.journal.filter((journalId) => journalId !== id)
  const outcome = await run.rig.mail.actions.undo(run.rig.user, id)
  if (outcome.ok) run.story.push(`here: undoes journal ${id}`)
}

async function makeFolderHere(run: Run): Promise<void> {
  const name = pick(run, ['Shelf', 'Own 1', 'Own 2']) ?? 'Shelf'
  run.story.push(`here: makes folder ${name}`)
  const cause = { actor: asUser(run), verb: 'create-mailbox' }
  await run.rig.changes.write(run.rig.account, cause, (change) =>
    run.rig.mail.mailboxes.create(change, { name, parentId: null, role: null }),
  )
}

async function breakSomething(run: Run): Promise<void> {
  const { alone, inBatch } = run.rig.operations
  const isAlone = run.random() < 0.7
  const operation = pick(run, isAlone ? alone : inBatch) ?? '*'
  const faults: Fault[] = [
    ...run.rig.refusals,
    ...(isAlone
      ? [
          { kind: 'reset', when: 'before' } as const,
          { kind: 'reset', when: 'after' } as const,
          { kind: 'truncate' } as const,
          { kind: 'html' } as const,
          { kind: 'cursor-gone' } as const,
          { kind: 'page-repeated' } as const,
          { kind: 'page-skipped' } as const,
        ]
      : [{ kind: 'part-missing' } as const]),
  ]
  const fault = pick(run, faults)
  if (!fault) return
  const times = 1 + Math.floor(run.random() * 2)
  run.story.push(`network: ${JSON.stringify(fault)} at ${operation}, ${times} times`)
  run.rig.faults.arm({ operation, times, fault })
}

/** In the midst of a look and what follows it. */
async function killWorker(run: Run): Promise<void> {
  const { rig, story } = run
  story.push('kills the worker')
  await rig.sync.refresh(rig.account)
  await new Promise((resolve) => setTimeout(resolve, run.random() * 120))
  await rig.worker?.kill()
}

async function collectComplaints(run: Run): Promise<string[]> {
  const { rig } = run
  const { database } = rig.db
  const theirs = rig.mailbox.truth().messages.map((message) => {
    const keywords = message.keywords.filter((keyword) => ['$seen', '$flagged', '$draft'].includes(keyword))
    return `${angled(message.messageId)} in ${rig.getPlaces(message).toSorted().join('+')} [${keywords.toSorted().join(' ')}]`
  })
  const ours = await describeStored(run)
  const complaints = [
    ...theirs.filter((line) => !ours.includes(line)).map((line) => `only there: ${line}`),
    ...ours.filter((line) => !theirs.includes(line)).map((line) => `only here: ${line}`),
    ...(new Set(ours).size < ours.length ? [`doubled: ${ours.toSorted().join(', ')}`] : []),
    ...rig.problems().map((problem) => `on the wire: ${problem}`),
  ]
  const waiting = await database.query<{ o: string }>(
    `select to_jsonb(o)::text as o from outbox_op o where account_id = $1 and state <> 'refused'`,
    [rig.account],
  )
  complaints.push(...waiting.map((row) => `still in the outbox: ${row.o}`))
  const listed = await database.query<{ o: string }>(
    `select to_jsonb(i)::text as o from sync_item i where account_id = $1`,
    [rig.account],
  )
  complaints.push(...listed.map((row) => `still on the ledger: ${row.o}`))
  const wrong = await disagreements({ db: rig.db } as MailForTests, rig.account)
  complaints.push(...wrong.map((row) => JSON.stringify(row)))
  complaints.push(...(await complaintsOfSending(run)))
  const remoteIds = new Set(rig.mailbox.truth().messages.map((message) => angled(message.messageId)))
  const lost = run.delivered.filter((id) => !remoteIds.has(id) && !run.deleted.has(id))
  return [...complaints, ...lost.map((id) => `${id} is lost`)]
}

/** What was taken went out once, what failed never, and what nobody knows at most once. */
async function complaintsOfSending({ rig, sent }: Run): Promise<string[]> {
  const { sent: out } = rig.mailbox.truth()
  const views = await rig.submissions.list(rig.account, [...sent.keys()])
  return views.flatMap(({ id, state }) => {
    const messageId = sent.get(id) ?? ''
    const times = out.filter((message) => angled(message.messageId) === messageId).length
    const isRight =
      state === 'accepted'
        ? times === 1
        : state === 'failed'
          ? times === 0
          : state === 'unknown' && times <= 1
    return isRight ? [] : [`${messageId} was sent ${times} times and is ${state}`]
  })
}

async function describeStored(run: Run): Promise<string[]> {
  const { rig } = run
  const boxes = await rig.mail.mailboxes.list(rig.account)
  const names = new Map(boxes.map((box) => [box.id, box.role ?? box.name]))
  return (await knownHere(run)).map((message) => {
    const places = message.mailboxIds.map((id) => names.get(id) ?? '?').toSorted()
    const keywords = message.keywords.filter((keyword) => ['$seen', '$flagged', '$draft'].includes(keyword))
    return `${message.messageId} in ${places.join('+')} [${keywords.toSorted().join(' ')}]`
  })
}
