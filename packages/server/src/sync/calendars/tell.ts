import type { UserId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Struck } from './strike.ts'

/** Tells the user what did not stay as they had decided; the cards say it at length. */
export async function tellOfConflicts(
  changes: Pick<Changes, 'announce'>,
  userId: UserId,
  struck: readonly Struck[],
): Promise<void> {
  const [first, ...more] = struck
  if (!first) return
  const others = more.length === 0 ? [] : [`${more.length} more changes to review.`]
  const level = first.kind === 'refused' ? 'error' : 'warning'
  const text = [sentence(first), ...others].join(' ')
  await changes.announce(userId, { kind: 'notice', level, text, reference: 'EventConflict' })
}

function sentence({ kind, title }: Struck): string {
  const name = title === '' ? '“(no title)”' : `“${title}”`
  switch (kind) {
    case 'changed-both':
      return `${name} was changed somewhere else too, and that change was kept.`
    case 'removed-there':
      return `${name} was deleted somewhere else while you changed it.`
    case 'changed-there':
      return `${name} is back: it was changed somewhere else after you had deleted it.`
    case 'refused':
      return `The calendar’s provider didn’t accept your change to ${name}.`
  }
}
