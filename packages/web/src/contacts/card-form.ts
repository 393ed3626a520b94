import type { ContactCard, NameComponent } from '@plmail/wire'

/** A card as the form shows it; each entry keeps the id it has in the card. */
export interface CardForm {
  given: string
  surname: string
  organization: string
  title: string
  emails: FormEntry[]
  phones: FormEntry[]
  note: string
}
export interface FormEntry {
  id: string
  value: string
}

export function displayName({ name, organizations, emails }: Partial<ContactCard>): string {
  const parts = ['title', 'given', 'given2', 'surname', 'surname2', 'generation']
  const components = (name?.components ?? [])
    .filter(({ kind }) => parts.includes(kind))
    .toSorted((a, b) => parts.indexOf(a.kind) - parts.indexOf(b.kind))
  return (
    name?.full?.trim() ||
    components
      .map(({ value }) => value)
      .join(' ')
      .trim() ||
    Object.values(organizations ?? {})[0]?.name ||
    Object.values(emails ?? {})[0]?.address ||
    ''
  )
}

export function formOf(card: Partial<ContactCard>): CardForm {
  const part = (kind: string): string =>
    (card.name?.components ?? [])
      .filter((component) => component.kind === kind)
      .map(({ value }) => value)
      .join(' ')
  const [givenName, surname] = card.name?.components
    ? [part('given'), part('surname')]
    : splitName(card.name?.full ?? '')
  return {
    given: givenName,
    surname,
    organization: Object.values(card.organizations ?? {})[0]?.name ?? '',
    title: Object.values(card.titles ?? {})[0]?.name ?? '',
    emails: Object.entries(card.emails ?? {}).map(([id, { address }]) => ({ id, value: address })),
    phones: Object.entries(card.phones ?? {}).map(([id, { number }]) => ({ id, value: number })),
    note: Object.values(card.notes ?? {})[0]?.note ?? '',
  }
}

/** The last word is the family's: right for most, and both fields can be corrected. */
function splitName(full: string): [given: string, surname: string] {
  const words = full.trim().split(/\s+/)
  return words.length < 2 ? [full.trim(), ''] : [words.slice(0, -1).join(' '), words.at(-1) ?? '']
}

/**
 * Returns the form's changes to a card: whole properties, derived from the old ones, so that everything the form does
 * not show stays. Null removes a property.
 */
export function changedBy(form: CardForm, card: Partial<ContactCard>): Record<string, unknown> {
  const before = formOf(card)
  const changes: Record<string, unknown> = {}
  if (form.given !== before.given || form.surname !== before.surname) changes['name'] = nameOf(form, card)
  if (form.organization !== before.organization)
    changes['organizations'] = replacedFirst(card.organizations, 'name', form.organization)
  if (form.title !== before.title) changes['titles'] = replacedFirst(card.titles, 'name', form.title)
  if (form.note !== before.note) changes['notes'] = replacedFirst(card.notes, 'note', form.note)
  if (!same(form.emails, before.emails)) changes['emails'] = entries(form.emails, card.emails, 'address')
  if (!same(form.phones, before.phones)) changes['phones'] = entries(form.phones, card.phones, 'number')
  return changes
}

function nameOf({ given: givenName, surname }: CardForm, { name }: Partial<ContactCard>): unknown {
  const otherComponents = (name?.components ?? []).filter(
    ({ kind }) => kind !== 'given' && kind !== 'surname',
  )
  const components: NameComponent[] = [
    ...otherComponents,
    ...(givenName.trim() ? [{ kind: 'given', value: givenName.trim() }] : []),
    ...(surname.trim() ? [{ kind: 'surname', value: surname.trim() }] : []),
  ]
  return components.length === 0 ? null : { components, full: displayName({ name: { components } }) }
}

type Named = Record<string, Record<string, unknown>>

function replacedFirst(map: unknown, key: string, value: string): Named | null {
  const [first, ...more] = Object.entries((map ?? {}) as Named)
  const rest = Object.fromEntries(more)
  if (value.trim() !== '') return { [first?.[0] ?? 'x1']: { ...first?.[1], [key]: value.trim() }, ...rest }
  return more.length > 0 ? rest : null
}

function entries(form: readonly FormEntry[], map: unknown, key: string): Named | null {
  const old = (map ?? {}) as Named
  const filled = form.filter(({ value }) => value.trim() !== '')
  const named = filled.map(({ id, value }) => [id, { ...old[id], [key]: value.trim() }] as const)
  return named.length === 0 ? null : Object.fromEntries(named)
}

const same = (a: readonly FormEntry[], b: readonly FormEntry[]): boolean =>
  a.length === b.length && a.every(({ id, value }, at) => b[at]?.id === id && b[at]?.value === value)

/** An id that no entry has. */
export function freeId(letter: string, taken: readonly FormEntry[]): string {
  for (let n = 1; ; n += 1)
    if (!taken.some(({ id }) => id === `${letter}${String(n)}`)) return `${letter}${String(n)}`
}
