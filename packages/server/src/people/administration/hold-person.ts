import type { UserId } from '@plmail/wire'
import type { Tx } from '../../store/index.ts'
import type { AuditActor } from '../audit/types.ts'
import type { Administered, AdministrationRefusal } from './types.ts'

/** The row of a person, locked until the transaction ends. */
export interface HeldPerson {
  email: string
  isAdmin: boolean
  disabledAt: Date | null
  isMailPaused: boolean
  deletionStartedAt: Date | null
}

// Any constant will do; all processes of one database must agree on it.
const administratorsLock = 7_281_996

/** Undefined for an unknown user. Whoever may lower the number of administrators waits for whoever else may. */
export async function holdPerson(tx: Tx, id: UserId): Promise<HeldPerson | undefined> {
  await tx.query('select pg_advisory_xact_lock($1)', [administratorsLock])
  const [person] = await tx.query<HeldPerson>(
    `select email, is_admin as "isAdmin", disabled_at as "disabledAt", is_mail_paused as "isMailPaused",
       deletion_started_at as "deletionStartedAt"
     from app_user where id = $1 for no key update`,
    [id],
  )
  return person
}

/** Whether somebody else can administer the server: is an administrator and not disabled. */
export async function hasOtherAdministrator(tx: Tx, id: UserId): Promise<boolean> {
  const otherAdministrators = await tx.query(
    'select 1 from app_user where is_admin and disabled_at is null and id <> $1 limit 1',
    [id],
  )
  return otherAdministrators.length > 0
}

export const isThemselves = (actor: AuditActor, id: UserId): boolean =>
  actor.source === 'browser' && actor.userId === id

export const refused = (problem: AdministrationRefusal): Administered => ({ ok: false, problem })
