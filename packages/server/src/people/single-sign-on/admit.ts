import type { ProblemDetail, SingleSignOnIdentityId, UserId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { Tx } from '../../store/index.ts'
import { hasOtherAdministrator, holdPerson } from '../administration/hold-person.ts'
import type { Audit } from '../audit/types.ts'
import { checkNewUser } from '../new-user.ts'
import type { Passwords } from '../passwords.ts'
import { insertUser, rowByEmail } from '../users.ts'
import { insertIdentity, touchIdentity } from './identities.ts'
import type { AdmissionRules, ProviderIdentity } from './types.ts'

export interface AdmitNeeds {
  changes: Pick<Changes, 'open'>
  clock: Clock
  audit: Audit
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
  const now = needs.clock.now()
  const linked = await touchIdentity(tx, identity, now)
  if (linked) return { ok: true, userId: linked.userId, identityId: linked.id }
  const namesake = identity.email === undefined ? undefined : await rowByEmail(tx, identity.email)
  if (namesake) {
    if (!rules.linksVerifiedAddresses) return refused({ problem: 'single-sign-on/nobody-linked', name })
    if (!identity.isEmailVerified) return unverified(identity, name)
    return link(tx, namesake.id as UserId, { identity, name }, now)
  }
  if (!rules.makesPeople) return refused({ problem: 'single-sign-on/nobody-linked', name })
  return make(needs, tx, candidate)
}

/** Links what somebody who is signed in has proven. */
export async function link(
  tx: Tx,
  userId: UserId,
  { identity, name }: Pick<Candidate, 'identity' | 'name'>,
  now: Date,
): Promise<Admission> {
  const owner = await touchIdentity(tx, identity, now)
  if (owner?.userId === userId) return { ok: true, userId, identityId: owner.id }
  const identityId = owner ? undefined : await insertIdentity(tx, userId, identity, now)
  if (identityId === undefined) return refused({ problem: 'single-sign-on/linked-to-another', name })
  return { ok: true, userId, identityId }
}

async function make(
  { changes, clock, audit }: AdmitNeeds,
  tx: Tx,
  { identity, rules, name, passwordHash }: Candidate,
): Promise<Admission> {
  const problem = whyNotMade(identity, rules, name)
  if (problem) return refused(problem)
  const { email = '' } = identity
  const user = checkNewUser({
    email,
    name: (identity.name ?? email.split('@')[0] ?? email).slice(0, 100),
    password: passwordHash,
  })
  if (Array.isArray(user)) return refused({ problem: 'single-sign-on/no-address', name })
  const now = clock.now()
  const newUser = await insertUser(tx, changes, user, passwordHash, false, now)
  if (!newUser) return refused({ problem: 'single-sign-on/nobody-linked', name })
  await tx.query('update app_user set has_password = false where id = $1', [newUser.id])
  const subject = { userId: newUser.id, name: newUser.email }
  await audit.record(tx, {
    action: 'user-created',
    actor: { source: 'server' },
    subject,
    detail: { isAdmin: false },
  })
  return link(tx, newUser.id, { identity, name }, now)
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

/** Makes and unmakes an administrator by the group; the last one stays one. */
export async function followGroup(
  { audit }: Pick<AdmitNeeds, 'audit'>,
  tx: Tx,
  { userId, identity: { groups }, rules }: Pick<Candidate, 'identity' | 'rules'> & { userId: UserId },
): Promise<void> {
  if (rules.administratorGroup === undefined) return
  const person = await holdPerson(tx, userId)
  const isAdmin = groups.includes(rules.administratorGroup)
  if (!person || person.isAdmin === isAdmin) return
  if (!isAdmin && !(await hasOtherAdministrator(tx, userId))) return
  await tx.query('update app_user set is_admin = $2 where id = $1', [userId, isAdmin])
  const action = isAdmin ? 'administrator-made' : 'administrator-removed'
  await audit.record(tx, { action, actor: { source: 'server' }, subject: { userId, name: person.email } })
}
