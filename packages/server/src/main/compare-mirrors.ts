import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountId } from '@plmail/wire'
import type { AccountView } from '../accounts/index.ts'
import type { MirrorLine, MirrorWanted } from '../console/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { DomainRooms } from './domain-rooms.ts'

const askedAgainAfterMilliseconds = 500

type Rooms = Pick<DomainRooms, 'people' | 'accounts' | 'sync'>

/** Has the server compare mailboxes with their providers, and waits until it has. */
export async function compareMirrors(
  rooms: Rooms,
  { user, isAsking, patienceMs }: MirrorWanted,
  clock: Clock,
): Promise<MirrorLine[] | 'no-such-user'> {
  const views = await listAccounts(rooms, user)
  if (!views) return 'no-such-user'
  const askedAt = clock.now()
  if (isAsking) for (const { id } of views) await rooms.sync.sweep(id)
  const until = askedAt.getTime() + patienceMs
  for (;;) {
    const lines = await getLines(rooms, views, isAsking ? askedAt : undefined)
    if (!lines.some((line) => line.isLate) || clock.now().getTime() >= until) return lines
    await sleep(askedAgainAfterMilliseconds)
  }
}

async function listAccounts({ people, accounts }: Rooms, user?: string): Promise<AccountView[] | undefined> {
  if (user !== undefined) {
    const account = await people.users.byEmail(user)
    return account && accounts.list(account.id)
  }
  const views: AccountView[] = []
  for (const id of await accounts.activeIds()) {
    const owner = await accounts.getOwner(id)
    const view = owner === undefined ? undefined : await accounts.get(owner, id)
    if (view) views.push(view)
  }
  return views
}

async function getLines(
  { sync }: Rooms,
  views: readonly AccountView[],
  since: Date | undefined,
): Promise<MirrorLine[]> {
  const ids: AccountId[] = views.map(({ id }) => id)
  const [figures, progress] = await Promise.all([sync.mirror(ids), sync.progress(ids)])
  return views.map(({ id, address }) => {
    const figure = figures.get(id)
    const isStale = since !== undefined && (figure === undefined || figure.checkedAt < since)
    return {
      address,
      localCount: figure?.localCount ?? 0,
      remoteCount: figure?.remoteCount ?? 0,
      accepted: figure?.accepted ?? 0,
      checkedAt: figure?.checkedAt.toISOString() ?? null,
      isLate: isStale || (since !== undefined && progress.has(id)),
    }
  })
}
