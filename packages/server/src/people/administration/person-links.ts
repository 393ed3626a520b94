import { createHash } from 'node:crypto'
import type { ProblemDetail, UserId } from '@plmail/wire'
import { insertRow, type Sql, type Tx } from '../../store/index.ts'
import type { AuditActor } from '../audit/types.ts'
import { checkNewUser, passwordProblem, type UserForm } from '../new-user.ts'
import type { Visitor } from '../session.ts'
import { foldedName } from '../sign-in-throttle.ts'
import { insertUser, type PasswordNeeds, replacePassword } from '../users.ts'
import type { AdministrationNeeds } from './administration-needs.ts'
import { holdPerson } from './hold-person.ts'
import type {
  AcceptedInvitation,
  Invitation,
  MadeLink,
  PasswordLink,
  PasswordSet,
  PersonLinks,
} from './types.ts'

const dayMs = 86_400_000
const invitationMs = 7 * dayMs
const passwordMs = dayMs

type LinkNeeds = AdministrationNeeds & PasswordNeeds

/** Links for people: 32 random bytes in the address, stored as SHA-256, each good for one use. */
export function createPersonLinks(needs: LinkNeeds): PersonLinks {
  const { store, clock } = needs
  return {
    invite: (actor, invitation) => invite(needs, actor, invitation),
    invitations: () =>
      store.query<Invitation>(
        `select l.id, l.email, l.is_admin as "isAdmin", coalesce(a.email, '') as "madeBy", l.expires_at as "expiresAt"
         from user_link l join app_user a on a.id = l.made_by
         where l.kind = 'invitation' and l.expires_at > $1 and a.is_admin and a.disabled_at is null
         order by l.id desc`,
        [clock.now()],
      ),
    withdraw: (actor, id) => withdraw(needs, actor, id),
    makePasswordLink: (actor, id) => makePasswordLink(needs, actor, id),
    findInvitation: async (token) => {
      const link = await findLink(store, 'invitation', token, clock.now())
      return link && { email: link.email }
    },
    acceptInvitation: (token, form, visitor) => acceptInvitation(needs, token, form, visitor),
    findPasswordLink: async (token) => {
      const link = await findLink(store, 'password', token, clock.now())
      return link && { email: link.email }
    },
    setPassword: (token, password, visitor) => setPassword(needs, token, password, visitor),
    sweep: async () => {
      const swept = await store.query('delete from user_link where expires_at <= $1 returning 1', [
        clock.now(),
      ])
      return swept.length
    },
  }
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()
const makerOf = (actor: AuditActor): UserId | null => (actor.source === 'browser' ? actor.userId : null)

async function invite(
  { store, clock, random, audit }: LinkNeeds,
  actor: AuditActor,
  { email, isAdmin }: { email: string; isAdmin: boolean },
): Promise<MadeLink> {
  const token = random(32).toString('base64url')
  const expiresAt = new Date(clock.now().getTime() + invitationMs)
  await store.transaction(async (tx) => {
    await tx.query(
      ...insertRow('user_link', {
        digest: digestOf(token),
        kind: 'invitation',
        email,
        is_admin: isAdmin,
        made_by: makerOf(actor),
        created_at: clock.now(),
        expires_at: expiresAt,
      }),
    )
    const subject = { userId: null, name: email }
    await audit.record(tx, { action: 'user-invited', actor, subject, detail: { isAdmin } })
  })
  return { token, expiresAt }
}

function withdraw({ store, audit }: LinkNeeds, actor: AuditActor, id: number): Promise<boolean> {
  return store.transaction(async (tx) => {
    const [withdrawn] = await tx.query<{ email: string }>(
      `delete from user_link where id = $1 and kind = 'invitation' returning email`,
      [id],
    )
    if (!withdrawn) return false
    const subject = { userId: null, name: withdrawn.email }
    await audit.record(tx, { action: 'invitation-withdrawn', actor, subject })
    return true
  })
}

/** A newer link takes the place of an older one. */
function makePasswordLink(
  { store, clock, random, audit }: LinkNeeds,
  actor: AuditActor,
  id: UserId,
): Promise<PasswordLink> {
  const token = random(32).toString('base64url')
  const expiresAt = new Date(clock.now().getTime() + passwordMs)
  return store.transaction(async (tx): Promise<PasswordLink> => {
    const person = await holdPerson(tx, id)
    if (!person) return { ok: false, problem: 'people/no-such-user' }
    if (person.deletionStartedAt) return { ok: false, problem: 'people/being-deleted' }
    await tx.query('delete from user_link where user_id = $1', [id])
    await tx.query(
      ...insertRow('user_link', {
        digest: digestOf(token),
        kind: 'password',
        user_id: id,
        email: '',
        is_admin: false,
        made_by: makerOf(actor),
        created_at: clock.now(),
        expires_at: expiresAt,
      }),
    )
    await audit.record(tx, {
      action: 'password-link-made',
      actor,
      subject: { userId: id, name: person.email },
    })
    return { ok: true, token, expiresAt }
  })
}

interface LinkRow {
  id: number
  userId: UserId | null
  /** Of the invitation, or whoever's password it sets. */
  email: string
  isAdmin: boolean
}

/** Undefined where it is unknown, used or expired, and where whoever made it may not make one any more. */
async function findLink(
  sql: Sql,
  kind: 'invitation' | 'password',
  token: string,
  now: Date,
): Promise<LinkRow | undefined> {
  const [link] = await sql.query<LinkRow>(
    `select l.id, l.user_id as "userId", coalesce(u.email, l.email) as email, l.is_admin as "isAdmin"
     from user_link l
     join app_user maker on maker.id = l.made_by and maker.is_admin and maker.disabled_at is null
     left join app_user u on u.id = l.user_id
     where l.digest = $1 and l.kind = $2 and l.expires_at > $3 and u.disabled_at is null`,
    [digestOf(token), kind, now],
  )
  return link
}

/** Of several who use one link at the same time one goes on. */
async function useLink(
  tx: Tx,
  kind: 'invitation' | 'password',
  token: string,
  now: Date,
): Promise<LinkRow | undefined> {
  const link = await findLink(tx, kind, token, now)
  if (!link) return undefined
  const used = await tx.query('delete from user_link where id = $1 returning 1', [link.id])
  return used.length === 0 ? undefined : link
}

class AddressTaken extends Error {}

async function acceptInvitation(
  { store, changes, clock, passwords, audit }: LinkNeeds,
  token: string,
  form: UserForm,
  visitor: Visitor,
): Promise<AcceptedInvitation> {
  if (!(await findLink(store, 'invitation', token, clock.now()))) return { ok: false, why: 'gone' }
  const user = checkNewUser(form)
  if (Array.isArray(user)) return { ok: false, why: 'invalid', problems: user }
  const passwordHash = await passwords.hash(user.password)
  const accept = async (tx: Tx): Promise<AcceptedInvitation> => {
    const link = await useLink(tx, 'invitation', token, clock.now())
    if (!link) return { ok: false, why: 'gone' }
    const created = await insertUser(tx, changes, user, passwordHash, link.isAdmin, clock.now())
    // Rolled back, the link is good for another try.
    if (!created) throw new AddressTaken()
    if (foldedName(created.email) !== foldedName(link.email))
      await tx.query('update app_user set is_email_vouched = false where id = $1', [created.id])
    const subject = { userId: created.id, name: created.email }
    const actor: AuditActor = { source: 'browser', userId: created.id, email: created.email, visitor }
    await audit.record(tx, {
      action: 'invitation-accepted',
      actor,
      subject,
      detail: { isAdmin: link.isAdmin },
    })
    return { ok: true, user: created }
  }
  try {
    return await store.transaction(accept)
  } catch (error) {
    if (!(error instanceof AddressTaken)) throw error
    const problem: ProblemDetail = { problem: 'people/email-taken' }
    return { ok: false, why: 'invalid', problems: [{ field: 'email', problem }] }
  }
}

async function setPassword(
  needs: LinkNeeds,
  token: string,
  password: string,
  visitor: Visitor,
): Promise<PasswordSet> {
  const { store, clock, passwords, audit } = needs
  if (!(await findLink(store, 'password', token, clock.now()))) return { ok: false, why: 'gone' }
  const problem = passwordProblem(password)
  if (problem !== undefined) return { ok: false, why: 'invalid', problem }
  const passwordHash = await passwords.hash(password)
  return store.transaction(async (tx): Promise<PasswordSet> => {
    const link = await useLink(tx, 'password', token, clock.now())
    if (link?.userId == null) return { ok: false, why: 'gone' }
    await replacePassword(needs, tx, link.userId, passwordHash, {})
    const subject = { userId: link.userId, name: link.email }
    const actor: AuditActor = { source: 'browser', userId: link.userId, email: link.email, visitor }
    await audit.record(tx, { action: 'password-reset', actor, subject })
    return { ok: true }
  })
}
