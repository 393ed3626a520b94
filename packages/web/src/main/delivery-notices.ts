import type { App } from '../commands/index.ts'
import type { Outgoing } from '../records/index.ts'
import { outboxWords as words } from '../words/outbox.ts'
import { toldKey } from './device.ts'

/** The recipients already reported as unreachable, by message. */
type Told = Readonly<Record<string, readonly string[]>>
type Refused = ReturnType<typeof refusedOf>

export interface DeliveryNoticeParts {
  app: Pick<App, 'records' | 'toasts' | 'dialogs' | 'session'>
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Whether somebody sees this window. */
  isSeen: () => boolean
  onSeen: (listener: () => void) => void
  now: () => number
}

/**
 * Milliseconds for which a refusal is news to a device that has reported nothing yet: another one has reported older
 * ones.
 */
const newsForMs = 86_400_000

/**
 * Tells of messages that the mail server would not take, whenever that becomes known: while somebody looks, after a gap, at
 * the next start, or days later by a report. Each is told once, by one of the windows of this device that is seen.
 */
export function showDeliveryNotices({ app, storage, isSeen, onSeen, now }: DeliveryNoticeParts): void {
  const { records, toasts, dialogs, session } = app
  const key = toldKey(session.user.id)

  /** The server's last answer; before it there is nothing to show, and nothing to forget. */
  let last: readonly Refused[] | undefined
  /** Reported refusals that only this window remembers, where the device has no room for them. */
  let unkept: Told | undefined

  function keep(reported: Told): void {
    try {
      storage.setItem(key, JSON.stringify(reported))
      unkept = undefined
    } catch {
      unkept = reported
    }
  }

  /**
   * Reports refusals. Reports about deleted messages are forgotten with a fresh answer only: another window may have
   * newer messages.
   */
  function look(isFresh: boolean): void {
    if (!last || !isSeen()) return
    const reported = unkept ?? toldBy(storage.getItem(key))
    const news = freshIn(last, reported, now())
    const all = last.map(
      ({ id, refusals }) => [id, [...new Set([...(reported?.[id] ?? []), ...whom(refusals)])]] as const,
    )
    keep({ ...(isFresh ? {} : reported), ...Object.fromEntries(all) })
    if (news.length === 0) return
    toasts.show({
      text: sentenceOf(news),
      tone: 'problem',
      action: { title: words.show, run: () => dialogs.open('outbox') },
    })
  }

  records.submissions.listen((all) => {
    last = all.map(refusedOf).filter(({ refusals }) => refusals.length > 0)
    look(true)
  })
  onSeen(() => look(false))
  void records.submissions.load()
}

/** Returns the messages with refusals that were not shown yet, each with only those. */
function freshIn(messages: readonly Refused[], reported: Told | undefined, now: number): Refused[] {
  return messages
    .filter(({ sentAt }) => reported || now - sentAt < newsForMs)
    .map((message) => {
      const refusals = message.refusals.filter(([who]) => !reported?.[message.id]?.includes(who))
      return { ...message, refusals }
    })
    .filter(({ refusals }) => refusals.length > 0)
}

function sentenceOf([first, ...more]: readonly Refused[]): string {
  if (more.length > 0) return words.notDeliveredMany({ count: more.length + 1 })
  const [[who = '', why = ''] = [], ...otherRefusals] = first?.refusals ?? []
  const all = otherRefusals.length > 0 ? words.andMore({ who, count: otherRefusals.length }) : who
  return why === '' ? words.notDeliveredTo({ who: all }) : words.notDelivered({ who: all, why })
}

const whom = (refusals: Refused['refusals']): string[] => refusals.map(([who]) => who)

/** The recipients that a message did not reach, with the server's replies. */
function refusedOf({ accountId, submission: { id, sendAt, deliveryStatus } }: Outgoing) {
  const refusals = Object.entries(deliveryStatus ?? {}).flatMap(([recipient, { delivered, smtpReply }]) =>
    delivered === 'no' ? [[recipient, smtpReply] as const] : [],
  )
  return { id: `${accountId}/${id}`, sentAt: Date.parse(sendAt), refusals }
}

/** Undefined if nothing was shown yet, and for a value that an older client or a curious user left there. */
function toldBy(stored: string | null): Told | undefined {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    const isWhole = typeof value === 'object' && value !== null && Object.values(value).every(Array.isArray)
    return isWhole ? (value as Told) : undefined
  } catch {
    return undefined
  }
}
