import type { UserId } from '@plmail/wire'
import type { AuditActor } from '../audit/types.ts'
import { checkNewUser } from '../new-user.ts'
import { insertUser } from '../users.ts'
import type { AdministrationNeeds } from './administration-needs.ts'
import { disablePerson, enablePerson } from './disable-person.ts'
import { hasOtherAdministrator, holdPerson, refused } from './hold-person.ts'
import { listPeople } from './list-people.ts'
import type { Administered, Administration, CreatedPerson, NewPerson } from './types.ts'

export function createAdministration(needs: AdministrationNeeds): Administration {
  const { store } = needs
  return {
    list: () => listPeople(store, null),
    get: async (id) => (await listPeople(store, id))[0],
    create: (actor, form, rights) => createPerson(needs, actor, form, rights),
    disable: (actor, id, mail) => disablePerson(needs, actor, id, mail),
    enable: (actor, id) => enablePerson(needs, actor, id),
    setAdministrator: (actor, id, isAdmin) => setAdministrator(needs, actor, id, isAdmin),
    countPasskeys: () =>
      store.query<{ host: string; count: number }>(
        'select rp_id as host, count(*) as count from passkey group by rp_id order by rp_id',
      ),
    pausedUsers: async () => {
      const rows = await store.query<{ id: UserId }>('select id from app_user where is_mail_paused')
      return rows.map((row) => row.id)
    },
  }
}

async function createPerson(
  { store, changes, clock, random, passwords, audit }: AdministrationNeeds,
  actor: AuditActor,
  form: NewPerson,
  { isAdmin }: { isAdmin: boolean },
): Promise<CreatedPerson> {
  const user = checkNewUser({ ...form, password: form.password ?? random(32).toString('base64url') })
  if (Array.isArray(user)) return { ok: false, problems: user }
  const passwordHash = await passwords.hash(user.password)
  return store.transaction(async (tx): Promise<CreatedPerson> => {
    const created = await insertUser(tx, changes, user, passwordHash, isAdmin, clock.now())
    if (!created)
      return { ok: false, problems: [{ field: 'email', problem: { problem: 'people/email-taken' } }] }
    if (form.password === undefined)
      await tx.query('update app_user set has_password = false where id = $1', [created.id])
    const subject = { userId: created.id, name: created.email }
    await audit.record(tx, { action: 'user-created', actor, subject, detail: { isAdmin } })
    return { ok: true, user: created }
  })
}

function setAdministrator(
  { store, audit, sessions }: AdministrationNeeds,
  actor: AuditActor,
  id: UserId,
  isAdmin: boolean,
): Promise<Administered> {
  return store.transaction(async (tx): Promise<Administered> => {
    const person = await holdPerson(tx, id)
    if (!person) return refused('people/no-such-user')
    if (person.deletionStartedAt) return refused('people/being-deleted')
    if (person.isAdmin === isAdmin) return { ok: true }
    if (!isAdmin && !(await hasOtherAdministrator(tx, id))) return refused('people/last-administrator')
    await tx.query('update app_user set is_admin = $2 where id = $1', [id, isAdmin])
    // Administrators may have to have a second factor.
    await sessions.forget(tx, String(id))
    const action = isAdmin ? 'administrator-made' : 'administrator-removed'
    await audit.record(tx, { action, actor, subject: { userId: id, name: person.email } })
    return { ok: true }
  })
}
