import type { ProblemDetail, SingleSignOnIdentityId, UserId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Events } from '../../events/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { NotifiedCache, Tx } from '../../store/index.ts'
import { hasOtherAdministrator, holdPerson } from '../administration/hold-person.ts'
import type { Audit } from '../audit/types.ts'
import { checkNewUser, nameProblems, tidyName } from '../new-user.ts'
import type { Passwords } from '../passwords.ts'
import type { OpenSession } from '../session.ts'
import { insertUser, rowByEmail } from '../users.ts'
import { insertIdentity, touchIdentity } from './identities.ts'
import type { AdmissionRules, ProviderIdentity } from './types.ts'

export interface AdmitNeeds {
  changes: Pick<Changes, 'open'>
  events: Pick<Events, 'publish'>
  clock: Clock
  audit: Audit
  /** Told that sessions may reach less, or more. */
  sessions: Pick<NotifiedCache<OpenSession>, 'forget'>
}

interface Candidate {
  identity: ProviderIdentity
  rules: AdmissionRules
  /** The provider, as people know it. */
  name: string
  /** The hash of a password that nobody knows, for a user who is made. */
  passwordHash: string
}

export type Admission =
  { ok: true; userId: UserId; identityId: SingleSignOnIdentityId } | { ok: false; problem: ProblemDetail }

/** A hash of its own for a person who has no password. */
export const hashOfNothing = (passwords: Passwords, random: Random): Promise<string> =>
  passwords.hash(random(32).toString('base64url'))

/**
 * Who somebody of the provider is here: by the identity that was linked; else, where the operator has said so, by a verified
 * address; else somebody new, where those are made.
 */
export async function admit(needs: AdmitNeeds, tx: Tx, candidate: Candidate): Promise<Admission> {
  const { identity, rules, name } = candidate
  const linked = await touchIdentity(tx, identity, needs.clock.now())
  if (linked) return { ok: true, userId: linked.userId, identityId: linked.id }
  const namesake = identity.email === undefined ? undefined : await rowByEmail(tx, identity.email)
  if (namesake) {
    if (!rules.linksVerifiedAddresses) return refused({ problem: 'single-sign-on/nobody-linked', name })
    if (!identity.isEmailVerified) return unverified(identity, name)
    if (!(await isVouched(tx, namesake.id))) return refused({ problem: 'single-sign-on/nobody-linked', name })
    return link(needs, tx, namesake.id as UserId, { identity, name })
  }
  if (!rules.makesPeople) return refused({ problem: 'single-sign-on/nobody-linked', name })
  return make(needs, tx, candidate)
}

/** An address that its user has entered may be that of somebody who has not come yet, and would share all of theirs. */
async function isVouched(tx: Tx, userId: number): Promise<boolean> {
  const rows = await tx.query('select 1 from app_user where id = $1 and is_email_vouched for no key update', [
    userId,
  ])
  return rows.length > 0
}

/** Links what somebody who is signed in has proven, or who has the address. The user is told: it is a way in. */
export async function link(
  { clock, events }: Pick<AdmitNeeds, 'clock' | 'events'>,
  tx: Tx,
  userId: UserId,
  { identity, name }: Pick<Candidate, 'identity' | 'name'>,
): Promise<Admission> {
  const now = clock.now()
  const owner = await touchIdentity(tx, identity, now)
  if (owner?.userId === userId) return { ok: true, userId, identityId: owner.id }
  const identityId = owner ? undefined : await insertIdentity(tx, userId, identity, now)
  if (identityId === undefined) return refused({ problem: 'single-sign-on/linked-to-another', name })
  await events.publish('sign-in-changed', { tx, userId, change: 'identity-linked', subject: name })
  return { ok: true, userId, identityId }
}

async function make(
  needs: AdmitNeeds,
  tx: Tx,
  { identity, rules, name, passwordHash }: Candidate,
): Promise<Admission> {
  const problem = whyNotMade(identity, rules, name)
  if (problem) return refused(problem)
  const { changes, clock, audit } = needs
  const { email = '' } = identity
  const user = checkNewUser({ email, name: nameOf(identity), password: passwordHash })
  if (Array.isArray(user)) return refused({ problem: 'single-sign-on/no-address', name })
  const newUser = await insertUser(tx, changes, user, passwordHash, false, clock.now())
  if (!newUser) return refused({ problem: 'single-sign-on/nobody-linked', name })
  await tx.query('update app_user set has_password = false, is_email_vouched = $2 where id = $1', [
    newUser.id,
    identity.isEmailVerified,
  ])
  const subject = { userId: newUser.id, name: newUser.email }
  await audit.record(tx, {
    action: 'user-created',
    actor: { source: 'server' },
    subject,
    detail: { isAdmin: false },
  })
  const identityId = await insertIdentity(tx, newUser.id, identity, clock.now())
  if (identityId === undefined) return refused({ problem: 'single-sign-on/linked-to-another', name })
  return { ok: true, userId: newUser.id, identityId }
}

/** The provider's name for somebody, where it can be one here; else what their address begins with. */
function nameOf({ name = '', email = '' }: ProviderIdentity): string {
  const shortened = [...tidyName(name)].slice(0, 100).join('')
  return nameProblems(shortened).length === 0
    ? shortened
    : [...(email.split('@')[0] ?? '')].slice(0, 100).join('')
}

/** An address that decides who gets in must be proven; in a group somebody was put by the operator. */
function whyNotMade(
  { email, isEmailVerified, groups }: ProviderIdentity,
  rules: AdmissionRules,
  name: string,
): ProblemDetail | undefined {
  if (email === undefined) return { problem: 'single-sign-on/no-address', name }
  if (rules.groups.length > 0 && !groups.some((group) => rules.groups.includes(group)))
    return { problem: 'single-sign-on/not-in-group', name }
  if (rules.domains.length === 0)
    return rules.groups.length === 0 ? { problem: 'single-sign-on/nobody-linked', name } : undefined
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (!rules.domains.includes(domain)) return { problem: 'single-sign-on/other-domain', email }
  return isEmailVerified ? undefined : { problem: 'single-sign-on/unverified-address', name, email }
}

const refused = (problem: ProblemDetail): Admission => ({ ok: false, problem })

const unverified = ({ email = '' }: ProviderIdentity, name: string): Admission =>
  refused({ problem: 'single-sign-on/unverified-address', name, email })

/** Makes and unmakes an administrator by the group; the last one stays one, and nobody who is disabled becomes one. */
export async function followGroup(
  { audit, sessions }: Pick<AdmitNeeds, 'audit' | 'sessions'>,
  tx: Tx,
  { userId, identity: { groups }, rules }: Pick<Candidate, 'identity' | 'rules'> & { userId: UserId },
): Promise<void> {
  if (rules.administratorGroup === undefined) return
  const person = await holdPerson(tx, userId)
  const isAdmin = groups.includes(rules.administratorGroup)
  if (!person || person.disabledAt !== null || person.isAdmin === isAdmin) return
  if (!isAdmin && !(await hasOtherAdministrator(tx, userId))) return
  await tx.query('update app_user set is_admin = $2 where id = $1', [userId, isAdmin])
  // Administrators may have to have a second factor.
  await sessions.forget(tx, String(userId))
  const action = isAdmin ? 'administrator-made' : 'administrator-removed'
  await audit.record(tx, { action, actor: { source: 'server' }, subject: { userId, name: person.email } })
}
