import type { UserId } from '@plmail/wire'
import type { JobKind, Jobs } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../store/index.ts'
import type { Audit, AuditActor } from '../audit/types.ts'
import type { Administration, Administered } from './types.ts'
import { hasOtherAdministrator, holdPerson, isThemselves, refused } from './hold-person.ts'

export interface DeletionNeeds {
  store: Database
  jobs: Pick<Jobs, 'handle' | 'enqueue'>
  clock: Clock
  audit: Audit
  administration: Pick<Administration, 'disable'>
  /**
   * Ends what providers hold of the user and removes everything that hangs on their accounts, the personal one last. Safe to
   * run again after it ended in the middle.
   */
  removeBelongings(userId: UserId, signal: AbortSignal): Promise<void>
}

export interface PersonDeletion {
  /** Disables the person at once; a job removes what they own, and them in the end. It goes on after a restart. */
  begin(actor: AuditActor, id: UserId): Promise<Administered>
}

const deletePerson: JobKind<{ userId: UserId }> = {
  name: 'people.delete',
  lane: 'maintenance',
  maxAttempts: 25,
  parse: (payload) => {
    const { userId } = (payload ?? {}) as { userId?: unknown } // judged in the next line
    if (typeof userId !== 'number') throw new Error('Job payload names no user')
    return { userId: userId as UserId }
  },
}

export function createPersonDeletion(needs: DeletionNeeds): PersonDeletion {
  const { store, jobs, audit, removeBelongings } = needs
  // Safe to run twice: it removes what is left, and nothing once the user is gone.
  jobs.handle(deletePerson, async ({ userId }, { signal }) => {
    const [person] = await store.query<{ email: string }>(
      'select email from app_user where id = $1 and deletion_started_at is not null',
      [userId],
    )
    if (!person) return
    await removeBelongings(userId, signal)
    await store.transaction(async (tx) => {
      const deletedUsers = await tx.query('delete from app_user where id = $1 returning 1', [userId])
      if (deletedUsers.length === 0) return
      const subject = { userId, name: person.email }
      await audit.record(tx, { action: 'user-deleted', actor: { source: 'server' }, subject })
    })
  })
  return { begin: (actor, id) => begin(needs, actor, id) }
}

async function begin(
  { store, jobs, clock, audit, administration }: DeletionNeeds,
  actor: AuditActor,
  id: UserId,
): Promise<Administered> {
  if (isThemselves(actor, id)) return refused('people/not-yourself')
  // Sessions end, and nothing is synchronized any more while it goes.
  const disabled = await administration.disable(actor, id, 'pauses')
  if (!disabled.ok) return disabled
  return store.transaction(async (tx): Promise<Administered> => {
    const person = await holdPerson(tx, id)
    if (!person) return refused('people/no-such-user')
    // Somebody else may have enabled them meanwhile.
    if (person.disabledAt === null) return refused('people/not-disabled')
    if (person.deletionStartedAt) return refused('people/being-deleted')
    if (person.isAdmin && !(await hasOtherAdministrator(tx, id))) return refused('people/last-administrator')
    await tx.query('update app_user set deletion_started_at = $2 where id = $1', [id, clock.now()])
    await audit.record(tx, { action: 'deletion-started', actor, subject: { userId: id, name: person.email } })
    await jobs.enqueue(tx, deletePerson, { userId: id }, { key: `people.delete:${id}` })
    return { ok: true }
  })
}
