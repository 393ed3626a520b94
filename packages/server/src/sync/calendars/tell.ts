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
  const others = more.length === 0 ? [] : [`${more.length} more changes need a look, too.`]
  const level = first.kind === 'refused' ? 'error' : 'warning'
  await changes.announce(userId, { kind: 'notice', level, text: [sentence(first), ...others].join(' ') })
}

function sentence({ kind, title }: Struck): string {
  const name = title === '' ? 'An event' : `“${title}”`
  switch (kind) {
    case 'changed-both':
      return `${name} was changed in another place, too. What was decided there stands; your change can be brought back.`
    case 'removed-there':
      return `${name} was removed in another place while you changed it. It can be brought back.`
    case 'changed-there':
      return `${name} is back: it was changed in another place after you had removed it.`
    case 'refused':
      return `${name} could not be saved where the calendar is kept. Your change can be brought back.`
  }
}
