import type { DisabledMail, UserId } from '@plmail/wire'
import type { Tx } from '../../store/index.ts'
import type { AuditActor } from '../audit/types.ts'
import { revokeAllDevices } from '../revoke-all-devices.ts'
import type { AdministrationNeeds } from './administration-needs.ts'
import { hasOtherAdministrator, holdPerson, isThemselves, refused } from './hold-person.ts'
import type { Administered } from './types.ts'

/** See `Administration.disable`. */
export async function disablePerson(
  needs: AdministrationNeeds,
  actor: AuditActor,
  id: UserId,
  mail: DisabledMail,
): Promise<Administered> {
  if (isThemselves(actor, id)) return refused('people/not-yourself')
  const { store, clock, audit, events } = needs
  const isMailPaused = mail === 'pauses'
  const disabled = await store.transaction(async (tx): Promise<Administered> => {
    const person = await holdPerson(tx, id)
    if (!person) return refused('people/no-such-user')
    if (person.deletionStartedAt) return refused('people/being-deleted')
    if (person.isAdmin && !(await hasOtherAdministrator(tx, id))) return refused('people/last-administrator')
    await tx.query(
      `update app_user set disabled_at = coalesce(disabled_at, $2), is_mail_paused = $3,
         sign_in_generation = sign_in_generation + 1 where id = $1`,
      [id, clock.now(), isMailPaused],
    )
    await endSignIns(needs, tx, id)
    const subject = { userId: id, name: person.email }
    await audit.record(tx, { action: 'user-disabled', actor, subject, detail: { mail } })
    return { ok: true }
  })
  if (disabled.ok) await events.publish('mail-pausing-changed', { userId: id })
  return disabled
}

/** See `Administration.enable`. */
export async function enablePerson(
  { store, audit, appPasswords, events }: AdministrationNeeds,
  actor: AuditActor,
  id: UserId,
): Promise<Administered> {
  const enabled = await store.transaction(async (tx): Promise<Administered> => {
    const person = await holdPerson(tx, id)
    if (!person) return refused('people/no-such-user')
    if (person.deletionStartedAt) return refused('people/being-deleted')
    if (person.disabledAt === null) return { ok: true }
    await tx.query('update app_user set disabled_at = null, is_mail_paused = false where id = $1', [id])
    await appPasswords.forget(tx, String(id))
    await audit.record(tx, { action: 'user-enabled', actor, subject: { userId: id, name: person.email } })
    return { ok: true }
  })
  if (enabled.ok) await events.publish('mail-pausing-changed', { userId: id })
  return enabled
}

/** What was issued before names a generation that is over; what is open in any process is told to look again. */
async function endSignIns(
  { sessions, appPasswords }: Pick<AdministrationNeeds, 'sessions' | 'appPasswords'>,
  tx: Tx,
  id: UserId,
): Promise<void> {
  // A link that was handed out before must not be a way in once they are enabled again.
  await tx.query('delete from user_link where user_id = $1', [id])
  await tx.query('delete from push_subscription where user_id = $1', [id])
  await tx.query('delete from web_session where user_id = $1', [id])
  await revokeAllDevices(tx, id)
  await sessions.forget(tx, String(id))
  await appPasswords.forget(tx, String(id))
}
