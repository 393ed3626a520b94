import { invalidArgument, notFound, Refusal } from './refusal.ts'
import type { GmailIds } from './ids.ts'
import { palette } from './palette.ts'

export interface Label {
  id: string
  name: string
  type: 'system' | 'user'
  messageListVisibility?: 'show' | 'hide'
  labelListVisibility?: 'labelShow' | 'labelShowIfUnread' | 'labelHide'
  color?: { backgroundColor: string; textColor: string }
}

/** Label fields that a client may write. */
export type LabelWish = Partial<Omit<Label, 'id' | 'type'>>

/** Labels that Gmail manages itself; `modify` refuses them [D]. */
const fixed = new Set(['SENT', 'DRAFT', 'CHAT'])
const categories = ['PERSONAL', 'SOCIAL', 'PROMOTIONS', 'UPDATES', 'FORUMS'].map(
  (category) => `CATEGORY_${category}`,
)
/** Ids equal names [D]. */
const systemIds = [
  'CHAT',
  'SENT',
  'INBOX',
  'IMPORTANT',
  'TRASH',
  'DRAFT',
  'SPAM',
  ...categories,
  'STARRED',
  'UNREAD',
]
/** [D] */
const maxLabels = 10_000
/** [K] */
const maxNameLength = 225

export interface Labels {
  all(): Label[]
  get(id: string): Label
  find(id: string): Label | undefined
  /** By display name, whatever its case. */
  named(name: string): Label | undefined
  create(wish: LabelWish): Label
  change(id: string, wish: LabelWish): Label
  delete(id: string): void
  /** Refuses what `modify` must not set or clear. */
  settable(ids: readonly string[]): void
}

export function createLabels(ids: GmailIds): Labels {
  const labels = new Map<string, Label>(systemIds.map((id) => [id, systemLabel(id)]))
  const named = (name: string): Label | undefined =>
    [...labels.values()].find((label) => label.name.toLowerCase() === name.toLowerCase())

  function checkName(name: string | undefined, self?: string): string {
    const clean = name?.trim() ?? ''
    if (clean === '') throw invalidArgument('Invalid label name')
    if (clean.length > maxNameLength) throw invalidArgument('Label name too long')
    if (/^\/|\/$|\/\//.test(clean)) throw invalidArgument('Invalid label name')
    const namesake = named(clean)
    if (namesake?.type === 'system') throw invalidArgument('Invalid label name')
    if (namesake && namesake.id !== self) throw nameTaken()
    return clean
  }
  function user(id: string): Label {
    const label = labels.get(id)
    if (!label) throw notFound()
    if (label.type === 'system') throw invalidArgument(`Cannot change system label ${id}`)
    return label
  }
  return {
    all: () => [...labels.values()],
    find: (id) => labels.get(id),
    named,
    get(id) {
      const label = labels.get(id)
      if (!label) throw notFound()
      return label
    },
    create(wish) {
      const name = checkName(wish.name)
      if (labels.size - systemIds.length >= maxLabels) throw invalidArgument('Label limit exceeded')
      const label: Label = {
        id: ids.label(),
        name,
        type: 'user',
        messageListVisibility: wish.messageListVisibility ?? 'show',
        labelListVisibility: wish.labelListVisibility ?? 'labelShow',
        ...(wish.color && { color: checkColor(wish.color) }),
      }
      labels.set(label.id, label)
      return label
    },
    change(id, wish) {
      const label = user(id)
      if (wish.name !== undefined) label.name = checkName(wish.name, id)
      if (wish.messageListVisibility) label.messageListVisibility = wish.messageListVisibility
      if (wish.labelListVisibility) label.labelListVisibility = wish.labelListVisibility
      if (wish.color) label.color = checkColor(wish.color)
      return label
    },
    delete: (id) => void labels.delete(user(id).id),
    settable(fields) {
      // [D]
      if (fields.length > 100) throw invalidArgument('Too many labels in one request')
      for (const id of fields)
        if (!labels.has(id) || fixed.has(id)) throw invalidArgument(`Invalid label: ${id}`)
    },
  }
}

function systemLabel(id: string): Label {
  const isHidden = id.startsWith('CATEGORY_') || id === 'CHAT'
  return {
    id,
    name: id,
    type: 'system',
    ...(isHidden && { messageListVisibility: 'hide', labelListVisibility: 'labelHide' }),
  }
}

/** Both members are needed, and only these values are taken [S]. */
function checkColor(color: Partial<NonNullable<Label['color']>>): NonNullable<Label['color']> {
  const { backgroundColor, textColor } = color
  if (!backgroundColor || !textColor) throw invalidArgument('Both backgroundColor and textColor are required')
  for (const value of [backgroundColor, textColor])
    if (!palette.has(value.toLowerCase()))
      throw invalidArgument(`Label color ${value} is not on the allowed color palette`)
  return { backgroundColor: backgroundColor.toLowerCase(), textColor: textColor.toLowerCase() }
}

function nameTaken(): Refusal {
  return new Refusal({
    status: 409,
    reason: 'aborted',
    message: 'Label name exists or conflicts',
    canonical: 'ABORTED',
  })
}
