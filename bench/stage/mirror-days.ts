import { toRawMessage } from '../../packages/emulators/src/blobs/raw.ts'
import type { Oddity } from '../../packages/emulators/src/faults/oddities.ts'
import { createWorld, manualClock } from '../../packages/emulators/src/index.ts'
import type { EmulatedMailbox } from '../../packages/emulators/src/mailbox.ts'
import { importReserve } from '../../packages/server/src/main/provider-sessions.ts'
import type { MirrorFigure } from '../../packages/server/src/sync/index.ts'
import { connectionTo, type Emulated, emulatedProvider, newAccount } from './emulated-provider.ts'
import { createQuotaMeter, type QuotaFigures } from './quota-meter.ts'
import { roomsOnClock } from './rooms-on-clock.ts'

export interface MirrorDays extends QuotaFigures {
  messages: number
  days: number
  /** What the account's card says. */
  card: MirrorFigure
  realSeconds: number
}

export interface MirrorPlan {
  provider: Emulated
  /** Where a server that has been set up is running on its database. */
  dataFolder: string
  /** How many labels or folders the mailbox has beside the usual ones. */
  labels: number
  say(text: string): void
}

/** Where fifty folders are what is measured, importing 8,000 messages beside them would take longer than the four days. */
const profileOf = ({ provider, labels }: MirrorPlan) => (provider === 'Graph' && labels > 0 ? 'demo' : 'work')

const stepMilliseconds = 10 * 60_000
const stepsAnHour = 6
const stepsADay = 24 * stepsAnHour
const messagesAFolder = 20
/** Each with a way of its own for the counts to differ. */
const manners = [
  'constant',
  'by the hour',
  'with every count',
  'by the hour, with changes nobody told of',
] as const
type Manner = (typeof manners)[number]

/**
 * Four days of a mailbox whose provider counts more than it lists, looked at as the product does by itself: its
 * schedule, its queue and its rooms on a clock that moves from one job to the next. Mail goes on arriving.
 */
export async function mirrorDays(plan: MirrorPlan): Promise<MirrorDays> {
  const { provider, dataFolder, labels, say } = plan
  const began = performance.now()
  const clock = manualClock(new Date('2026-11-21T08:00:00Z'))
  const world = createWorld('bench', clock)
  await using provided = await emulatedProvider({ provider, profile: profileOf(plan) }, world, clock)
  const connectionString = connectionTo(dataFolder)
  const account = await newAccount(connectionString)
  const take = () => {
    const exchanges = [...world.requests.all()]
    world.requests.clear()
    return exchanges
  }
  const meter = createQuotaMeter(provider, take, () => clock.now())
  await using rooms = roomsOnClock({
    connectionString,
    folder: dataFolder,
    clock,
    account,
    open: (database, purpose) =>
      meter.metered(provided.session(database, account.id, purpose === 'backlog' ? importReserve : 0)),
  })
  for (const name of getNames(labels)) provided.mailbox.act({ kind: 'create-folder', name })
  if (provider === 'Graph') fillFolders(provided.mailbox, getNames(labels), clock.now())
  const pass = (milliseconds: number) => rooms.runUntil(new Date(clock.now().getTime() + milliseconds))
  await rooms.sync.refresh(account.id)
  do {
    await pass(stepMilliseconds)
    say(`${provider}: ${await rooms.messages()} messages imported`)
  } while ((await rooms.waiting()) > 0)
  // The quota holds an import back as it should; nothing may come near it afterwards.
  rooms.trouble.clear()
  meter.reset()
  for (let step = 0; step < manners.length * stepsADay; step++) {
    const hours = Math.floor(step / stepsAnHour)
    turnOdd({ provider, mailbox: provided.mailbox, folders: getNames(labels) }, step, hours)
    if (step % 3 === 0) provided.mailbox.deliver(newMessage(step, clock.now()))
    await pass(stepMilliseconds)
    if (step % stepsAnHour === 0) say(`${provider}: ${hours} of ${manners.length * 24} hours`)
  }
  if (rooms.trouble.size > 0) throw new Error(`The account was ${[...rooms.trouble].join(', ')}`)
  const card = (await rooms.sync.mirror([account.id])).get(account.id)
  if (!card) throw new Error('The mirror was never checked')
  return {
    ...meter.figures(),
    days: manners.length,
    messages: await rooms.messages(),
    card,
    realSeconds: (performance.now() - began) / 1000,
  }
}

const getNames = (labels: number): string[] =>
  Array.from({ length: labels }, (_, index) => `Project ${index}`)

/** A folder of Graph is counted and listed by itself, so that it matters that there is mail in it. */
function fillFolders(mailbox: EmulatedMailbox, folders: readonly string[], now: Date): void {
  for (const [index, to] of folders.entries())
    for (let message = 0; message < messagesAFolder; message++)
      mailbox.deliver(newMessage(-1 - index * messagesAFolder - message, now), { to })
}

interface OddMailbox {
  provider: Emulated
  mailbox: EmulatedMailbox
  /** Those beside the usual ones. */
  folders: readonly string[]
}

/** Makes the provider count more than it lists, in the manner of the day. */
function turnOdd(odd: OddMailbox, step: number, hours: number): void {
  const { mailbox } = odd
  const manner = manners[Math.floor(hours / 24)]
  if (manner === undefined) throw new Error('There are no more days')
  for (const oddity of oddities(odd, manner, step, hours)) mailbox.turnOdd(oddity)
  if (manner === 'by the hour, with changes nobody told of' && step % 12 === 0) changeUntold(mailbox, step)
}

function oddities({ provider, folders }: OddMailbox, manner: Manner, step: number, hours: number): Oddity[] {
  const isDrifting = manner === 'with every count'
  const count = manner === 'constant' ? 41 : 41 + (isDrifting ? step % 7 : hours)
  if (provider === 'Gmail') return [{ kind: 'total-off', by: count, drift: isDrifting ? 5 : 0 }]
  return [
    { kind: 'other-items', folder: 'trash', count },
    { kind: 'other-items', folder: 'inbox', count: count % 9 },
    { kind: 'search-folder', name: 'Unread mail', count },
    ...folders.map((folder, index): Oddity => ({ kind: 'other-items', folder, count: count + (index % 11) })),
  ]
}

/** Stars an old message, which is not among the newest that are read every hour. */
function changeUntold(mailbox: EmulatedMailbox, step: number): void {
  const { messages } = mailbox.truth()
  const oldest = messages.toSorted((a, b) => a.receivedAt.localeCompare(b.receivedAt))[step]
  if (!oldest) throw new Error('The mailbox is too small')
  const kind = oldest.keywords.includes('$flagged') ? 'unmark' : 'mark'
  mailbox.turnOdd({ kind: 'untold', act: { kind, ids: [oldest.id], keyword: '$flagged' } })
}

function newMessage(step: number, now: Date) {
  const date = now.toUTCString().replace('GMT', '+0000')
  return toRawMessage(
    `From: Charles <charles@elsewhere.example>\r\nTo: ada@example.test\r\nSubject: Message ${step}\r\nMessage-ID: <${step}@elsewhere.example>\r\nDate: ${date}\r\n\r\nHello\r\n`,
  )
}
