import type { Email } from '@plmail/wire'
import { changed, type EmailChange } from '../core/patch.ts'

/** A local change the server has not confirmed yet. */
export interface Pending {
  readonly accountId: string
  readonly changes: ReadonlyMap<string, EmailChange>
}

/**
 * Emails as the server last reported them, with unconfirmed local changes laid over. An answer that began before a
 * local change can never hide that change: while it is pending the overlay wins, and once it is confirmed such an
 * answer is dropped (the next delta brings anything else it held).
 */
export interface Emails {
  /** As the user should see it. */
  get(accountId: string, id: string): Email | undefined
  /** The email as the server last reported it, without local changes. */
  confirmed(accountId: string, id: string): Email | undefined
  /** A mark to take before asking the server and to hand in with the answer. */
  mark(): number
  /** Ids whose visible value may have changed. Properties not in the answer are kept. `state` is the answer's. */
  put(
    accountId: string,
    answer: readonly (Partial<Email> & { id: string })[],
    askedAt: number,
    state?: number,
  ): Email[]
  remove(accountId: string, ids: readonly string[]): Email[]
  apply(pending: Pending): void
  /** The server has applied it, in that state or an earlier one: the overlay becomes part of the confirmed email. */
  confirm(pending: Pending, ids: Iterable<string>, state?: number): void
  /** The server refused it, or the user undid it before it was sent. */
  drop(pending: Pending, ids: Iterable<string>): void
  isPending(accountId: string, id: string): boolean
  /** Whether an answer asked for at `askedAt` is older than what this client did itself. */
  isNewerHere(accountId: string, id: string, askedAt: number): boolean
  forget(accountId: string, ids: readonly string[]): void
  forgetAccount(accountId: string): void
}

/** `onDoubt` is called with an email that may be out of date, and has to be fetched again. */
export function createEmails(onDoubt: (accountId: string, id: string) => void = () => undefined): Emails {
  const confirmed = new Map<string, Email>()
  const visible = new Map<string, Email | undefined>()
  const overlays = new Map<string, { pending: Pending; change: EmailChange }[]>()
  const touchedAt = new Map<string, number>()
  /** When a local change was last settled, and in which state: an answer asked for before may not include it. */
  const settled = new Map<string, { at: number; state: number }>()
  /** The state of the last answer that came while a local change lay over the email. */
  const reportedIn = new Map<string, number>()
  let clock = 0

  const keyOf = (accountId: string, id: string): string => `${accountId}/${id}`

  function recompute(key: string): void {
    let email = confirmed.get(key)
    for (const { change } of overlays.get(key) ?? []) email = email && changed(email, change)
    if (email) visible.set(key, email)
    else visible.delete(key)
  }

  /** Takes `pending` off these emails; with a state its effect stays as the server's word. */
  function settle(pending: Pending, ids: Iterable<string>, state?: number): void {
    clock += 1
    for (const id of ids) {
      const key = keyOf(pending.accountId, id)
      const laid = overlays.get(key)
      const mine = laid?.find((overlay) => overlay.pending === pending)
      if (!laid || !mine) continue
      const rest = laid.filter((overlay) => overlay !== mine)
      if (rest.length > 0) overlays.set(key, rest)
      else overlays.delete(key)
      const since = reportedIn.get(key)
      if (rest.length === 0) reportedIn.delete(key)
      touchedAt.set(key, clock)
      if (state !== undefined) {
        settled.set(key, { at: clock, state })
        const base = confirmed.get(key)
        // A later answer may include it already, together with what others did after it.
        const after = base && (since ?? -1) < state ? changed(base, mine.change) : base
        if (after) confirmed.set(key, after)
        else confirmed.delete(key)
        if (after !== base && (since !== undefined || state === Infinity)) onDoubt(pending.accountId, id)
      }
      recompute(key)
    }
  }

  const isPending = (accountId: string, id: string): boolean => overlays.has(keyOf(accountId, id))
  const isNewerHere = (accountId: string, id: string, askedAt: number): boolean =>
    isPending(accountId, id) || (touchedAt.get(keyOf(accountId, id)) ?? 0) > askedAt

  function forget(accountId: string, ids: readonly string[]): void {
    for (const id of ids) {
      const key = keyOf(accountId, id)
      if (overlays.has(key)) continue
      confirmed.delete(key)
      visible.delete(key)
      touchedAt.delete(key)
      settled.delete(key)
    }
  }

  return {
    get: (accountId, id) => visible.get(keyOf(accountId, id)),
    confirmed: (accountId, id) => confirmed.get(keyOf(accountId, id)),
    mark: () => clock,
    put(accountId, answer, askedAt, state = 0) {
      const stored: Email[] = []
      for (const partial of answer) {
        const key = keyOf(accountId, partial.id)
        const last = settled.get(key)
        if (last && last.at > askedAt && last.state > state) {
          onDoubt(accountId, partial.id)
          continue
        }
        const whole = { ...confirmed.get(key), ...partial }
        if (!isWhole(whole)) continue
        confirmed.set(key, whole)
        if (overlays.has(key)) reportedIn.set(key, state)
        recompute(key)
        stored.push(whole)
      }
      return stored
    },
    remove(accountId, ids) {
      const removed: Email[] = []
      for (const id of ids) {
        const key = keyOf(accountId, id)
        const email = confirmed.get(key)
        if (email) removed.push(email)
        confirmed.delete(key)
        recompute(key)
      }
      return removed
    },
    apply(pending) {
      clock += 1
      for (const [id, change] of pending.changes) {
        const key = keyOf(pending.accountId, id)
        overlays.set(key, [...(overlays.get(key) ?? []), { pending, change }])
        touchedAt.set(key, clock)
        recompute(key)
      }
    },
    confirm: (pending, ids, state = Infinity) => settle(pending, ids, state),
    drop: settle,
    isPending,
    isNewerHere,
    forget,
    forgetAccount(accountId) {
      const prefix = `${accountId}/`
      forget(
        accountId,
        [...confirmed.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length)),
      )
    },
  }
}

/** Answers limited to `id` and `threadId` serve as stepping stones of a batch and are no records. */
function isWhole(email: Partial<Email>): email is Email {
  return email.receivedAt !== undefined && email.mailboxIds !== undefined && email.keywords !== undefined
}
