import type { App, ComposeRequest } from '../../commands/index.ts'
import { composeWords } from '../../words/compose.ts'
import { readySanitiser } from '../editor/index.ts'
import type { Sender } from './answer.ts'
import { takeDeviceDraft } from './device-drafts.ts'
import { blankDraft, type DraftStart, type StartParts } from './start.ts'

/** The result of opening the composer: a draft to show, or a sentence that explains why there is none. */
export type Opened = { start: DraftStart } | { problem: string; mayRetry: boolean }

const unreachable: Opened = { problem: composeWords.unreachable, mayRetry: true }

export async function openDraft(app: App, wish: ComposeRequest): Promise<Opened> {
  const { identities, drafts } = app.records
  if (!(await isReady())) return unreachable
  const stored = wish.kind === 'kept' ? takeDeviceDraft(localStorage, wish.storageKey) : undefined
  if (identities.all() === undefined && !(await identities.load()) && !stored) return unreachable
  const senders = sendersOf(app)
  if (wish.kind === 'kept') {
    if (!stored) return { problem: composeWords.gone, mayRetry: false }
    const { html, text } = stored.body
    const body = html === null ? { text } : { html }
    const notice = wish.isWantedBack ? undefined : composeWords.restored
    return { start: { ...stored, body, notice } }
  }
  const [first] = senders
  if (!first) return { problem: composeWords.noSender, mayRetry: false }
  if (wish.kind === 'new')
    return { start: asUsual(app, blankDraft(preferred(app, senders) ?? first, wish.to)) }
  if (wish.kind === 'mailto') {
    const from = await import('./from-link.ts').catch(() => undefined)
    return from ? { start: asUsual(app, from.linkDraft(first, wish.url)) } : unreachable
  }

  const { accountId, emailId, kind } = wish
  let source = await drafts.source(accountId, emailId)
  if (source === undefined && kind !== 'draft') {
    const device = await import('./source-on-device.ts').catch(() => undefined)
    source = await device?.sourceOnDevice(app.records, accountId, emailId)
    if (source === undefined) return { problem: composeWords.notOnDevice, mayRetry: true }
  }
  if (source === undefined) return unreachable
  if (source === null) return { problem: composeWords.gone, mayRetry: false }
  const parts: StartParts = { senders, own: ownAddresses(app, senders), full: app.dates.full }
  const from = await import('./from-message.ts').catch(() => undefined)
  if (!from) return unreachable
  const start =
    wish.kind === 'draft'
      ? from.resumedDraft(wish.accountId, source, parts)
      : wish.kind === 'forward'
        ? from.forwardDraft(wish.accountId, source, parts)
        : from.answerDraft(wish.kind, wish.accountId, source, parts)
  if (!start) return { problem: composeWords.noSender, mayRetry: false }
  return { start: wish.kind === 'draft' ? { ...start, about: wish.about } : asUsual(app, start) }
}

/** A new message requests a receipt if its account always does. */
function asUsual({ preferences }: App, start: DraftStart): DraftStart {
  const asksReceipt = preferences.current.asksReceipts.includes(start.fields.sender.accountId)
  return { ...start, fields: { ...start.fields, asksReceipt } }
}

/** Returns false when the rest of the composer can't be loaded: the server became unreachable before its first use. */
async function isReady(): Promise<boolean> {
  try {
    await readySanitiser()
    return true
  } catch {
    return false
  }
}

export function sendersOf(app: App): readonly Sender[] {
  return app.records.identities.all() ?? []
}

/** New messages are sent from the account whose folder is on screen. */
function preferred({ navigator }: App, senders: readonly Sender[]): Sender | undefined {
  const { place } = navigator
  const accountId = place.screen === 'mail' && 'accountId' in place.list ? place.list.accountId : undefined
  return senders.find((sender) => sender.accountId === accountId)
}

function ownAddresses({ records }: App, senders: readonly Sender[]): ReadonlySet<string> {
  const addresses = [
    ...senders.map(({ identity }) => identity.email),
    ...(records.accounts.all() ?? []).map(({ address }) => address),
  ]
  return new Set(addresses.map((address) => address.toLowerCase()))
}
