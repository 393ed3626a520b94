import type { UserId } from '@plmail/wire'
import type { CalendarSource } from '../../accounts/index.ts'
import type { Changes } from '../../changes/index.ts'
import type { Struck } from './strike.ts'

/** Tells the user what did not stay as they had decided; the cards say it at length. */
export async function tellOfConflicts(
  changes: Pick<Changes, 'announce'>,
  userId: UserId,
  struck: readonly Struck[],
  refusedBy?: CalendarSource['kind'],
): Promise<void> {
  const [first, ...more] = struck
  if (!first) return
  const others = more.length === 0 ? [] : [`${more.length} more changes to review.`]
  const level = first.kind === 'refused' ? 'error' : 'warning'
  const text = [sentence(first, refusedBy), ...others].join(' ')
  await changes.announce(userId, { kind: 'notice', level, text, reference: 'EventConflict' })
}

function sentence({ kind, title }: Struck, refusedBy: CalendarSource['kind'] | undefined): string {
  const name = title === '' ? '“(no title)”' : `“${title}”`
  switch (kind) {
    case 'changed-both':
      return `${name} was changed somewhere else too, and that change was kept.`
    case 'removed-there':
      return `${name} was deleted somewhere else while you changed it.`
    case 'changed-there':
      return `${name} is back: it was changed somewhere else after you had deleted it.`
    case 'refused':
      return refusalBy(refusedBy, name)
  }
}

function refusalBy(kind: CalendarSource['kind'] | undefined, name: string): string {
  if (kind === 'provA') return `Google didn’t accept your change to ${name}.`
  if (kind === 'provB') return `Microsoft didn’t accept your change to ${name}.`
  return `The calendar’s server didn’t accept your change to ${name}.`
}
