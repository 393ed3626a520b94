import type { Category, Email, PatchObject } from '@plmail/wire'

/**
 * The local change to one email: keywords and mailboxes set (true) or removed (null), as the paths of a JMAP
 * PatchObject (RFC 8620 §5.3), the time to see it again (snooze extension), the category of its conversation
 * (categories extension; the email itself does not change), or its deletion.
 */
export type EmailChange =
  | ({ [path: `keywords/${string}` | `mailboxIds/${string}`]: true | null } & {
      snoozed?: Email['snoozed']
      followUp?: Email['followUp']
      categoryByHand?: Category
    })
  | 'destroy'

type Values = Exclude<EmailChange, 'destroy'>
type SwitchPath = `keywords/${string}` | `mailboxIds/${string}`

const isSwitch = (path: string): path is SwitchPath =>
  path.startsWith('keywords/') || path.startsWith('mailboxIds/')

/** The email as it will be; undefined once destroyed. The given email is left as it is. */
export function changed(email: Email, change: EmailChange): Email | undefined {
  if (change === 'destroy') return undefined
  const keywords = { ...email.keywords }
  const mailboxIds = { ...email.mailboxIds }
  const { snoozed, followUp, categoryByHand: _, ...switches } = change
  for (const [path, value] of Object.entries(switches)) {
    const slash = path.indexOf('/')
    const target = path.startsWith('keywords/') ? keywords : mailboxIds
    const name = path.slice(slash + 1)
    if (value === null) delete target[name]
    else target[name] = true
  }
  return {
    ...email,
    keywords,
    mailboxIds,
    ...(snoozed === undefined ? {} : { snoozed }),
    ...(followUp === undefined ? {} : { followUp }),
  }
}

/**
 * The change that takes `change` back from an email that looked like `before`, of a conversation in `category`, where that
 * is known; none for a destroyed one.
 */
export function inverse(before: Email, change: EmailChange, category?: Category): EmailChange {
  if (change === 'destroy') return {}
  const back: Values = {}
  for (const path of Object.keys(change).filter(isSwitch)) {
    const [field, name] = path.split('/', 2) as ['keywords' | 'mailboxIds', string]
    back[path] = before[field][name] ? true : null
  }
  if (change.snoozed !== undefined) back.snoozed = before.snoozed ?? null
  if (change.categoryByHand !== undefined && category) back.categoryByHand = category
  if (change.followUp !== undefined) back.followUp = before.followUp ?? null
  return back
}

/** As it goes on the wire. */
export function patchObject(change: Values): PatchObject {
  return { ...change }
}
