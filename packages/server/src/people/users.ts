import type { Conventions, ProblemDetail, UserId } from '@plmail/wire'
import type { Changes } from '../changes/index.ts'
import type { Events } from '../events/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Database, NotifiedCache, Sql, Tx } from '../store/index.ts'
import {
  type UserProblem,
  type NewUser,
  type UserForm,
  checkNewUser,
  conventionProblems,
  nameProblems,
  passwordProblem,
  tidyEmail,
  tidyName,
  emailProblems,
} from './new-user.ts'
import type { Passwords } from './passwords.ts'
import type { OpenSession } from './session.ts'
import { revokeAllDevices } from './revoke-all-devices.ts'
import { type SignedUserRow, signedUserColumns } from './signed-user.ts'
import { type User, type UserRow, userColumns, toUser } from './user.ts'

type CreatedUser = { ok: true; user: User } | { ok: false; why: 'invalid'; problems: UserProblem[] }

type PasswordChanged =
  | { ok: true }
  /** `late`: what was proven of the user, if anything, holds no more. */
  | { ok: false; why: 'invalid' | 'late'; problem: ProblemDetail }

export interface Users {
  create(form: UserForm, rights: { isAdmin: boolean }): Promise<CreatedUser>
  byId(id: UserId): Promise<User | undefined>
  /** Ignores case, as the unique index does. */
  byEmail(email: string): Promise<User | undefined>
  count(): Promise<number>
  /**
   * Also ends every session, token and remembered sign-in of the user, except the session named by `keeping`, and the trust
   * in every device. `generation`: the sign-in generation in which whoever asks has proven the password so far; another
   * change may have come first.
   */
  setPassword(id: UserId, password: string, keeping?: Buffer, generation?: number): Promise<PasswordChanged>
  /** Answers what is wrong; nothing when it was saved. So do the next two. */
  setName(id: UserId, name: string): Promise<UserProblem[]>
  /**
   * Sets the address that the user signs in with, for whom the caller has proven the password in that sign-in generation.
   * `late`: it holds no more. It is a name and no secret, so that no browser is signed out; programs that sign in by the old
   * one are refused at once, and the user is told.
   */
  setEmail(id: UserId, email: string, generation: number): Promise<UserProblem[] | 'late'>
  /** In what language, formats and time zone the user is spoken to; from then on that is chosen. */
  setConventions(id: UserId, conventions: Conventions): Promise<UserProblem[]>
}

interface UserNeeds {
  store: Database
  sessions: Pick<NotifiedCache<OpenSession>, 'forget'>
  /** Told when the address changes that programs sign in with. */
  appPasswords: Pick<NotifiedCache<unknown>, 'forget'>
  changes: Pick<Changes, 'open'>
  events: Pick<Events, 'publish'>
  clock: Clock
  passwords: Passwords
}

export function createUsers(needs: UserNeeds): Users {
  const { store, changes, clock, passwords } = needs
  return {
    create: async (form, { isAdmin }) => {
      const user = checkNewUser(form)
      if (Array.isArray(user)) return { ok: false, why: 'invalid', problems: user }
      const passwordHash = await passwords.hash(user.password)
      const inserted = await store.transaction((tx) =>
        insertUser(tx, changes, user, passwordHash, isAdmin, clock.now()),
      )
      return inserted === undefined ? emailTaken : { ok: true, user: inserted }
    },
    byId: async (id) => {
      const [row] = await store.prepared<UserRow>(
        'people.user-by-id',
        `select ${userColumns} from app_user u where u.id = $1`,
        [id],
      )
      return row && toUser(row)
    },
    byEmail: async (email) => {
      const row = await rowByEmail(store, email)
      return row && toUser(row)
    },
    count: async () => {
      const [row] = await store.query<{ count: number }>('select count(*) as count from app_user')
      return row?.count ?? 0
    },
    setPassword: async (id, password, keeping, generation) => {
      const problem = passwordProblem(password)
      if (problem !== undefined) return { ok: false, why: 'invalid', problem }
      const passwordHash = await passwords.hash(password)
      return store.transaction((tx) => replacePassword(needs, tx, id, passwordHash, { keeping, generation }))
    },
    setName: async (id, typed) => {
      const name = tidyName(typed)
      const problems = nameProblems(name)
      if (problems.length === 0) await store.query('update app_user set name = $2 where id = $1', [id, name])
      return problems
    },
    setEmail: (id, typed, generation) => replaceEmail(needs, id, tidyEmail(typed), generation),
    setConventions: async (id, conventions) => {
      const problems = conventionProblems(conventions)
      if (problems.length > 0) return problems
      const { language, locale, timeZone } = conventions
      await store.query(
        `update app_user set language = $2, locale = $3, time_zone = $4, unchosen = '{}' where id = $1`,
        [id, language, locale, timeZone],
      )
      return []
    },
  }
}

const taken: UserProblem = { field: 'email', problem: { problem: 'people/email-taken' } }
const emailTaken: CreatedUser = { ok: false, why: 'invalid', problems: [taken] }

async function replaceEmail(
  { store, appPasswords, events }: Pick<UserNeeds, 'store' | 'appPasswords' | 'events'>,
  id: UserId,
  email: string,
  generation: number,
): Promise<UserProblem[] | 'late'> {
  const problems = emailProblems(email)
  if (problems.length > 0) return problems
  // Of two users who want one address at the same time the second has to see the first's.
  return store.transaction(async (tx): Promise<UserProblem[] | 'late'> => {
    await tx.query('select pg_advisory_xact_lock(hashtext(lower($1)))', [email])
    const namesakes = await tx.query('select 1 from app_user where lower(email) = lower($1) and id <> $2', [
      email,
      id,
    ])
    if (namesakes.length > 0) return [taken]
    const [before] = await tx.query<{ email: string }>(
      'select email from app_user where id = $1 and sign_in_generation = $2 for no key update',
      [id, generation],
    )
    if (!before) return 'late'
    if (before.email === email) return []
    await tx.query('update app_user set email = $2, is_email_vouched = false where id = $1', [id, email])
    await appPasswords.forget(tx, String(id))
    await events.publish('sign-in-changed', {
      tx,
      userId: id,
      change: 'email-changed',
      subject: before.email,
    })
    return []
  })
}

/** The user with their personal account; undefined when the address is taken. */
export async function insertUser(
  tx: Tx,
  changes: Pick<Changes, 'open'>,
  user: NewUser,
  passwordHash: string,
  isAdmin: boolean,
  at: Date,
): Promise<User | undefined> {
  const [row] = await tx.query<UserRow>(
    `insert into app_user as u
       (email, name, password_hash, is_admin, language, locale, time_zone, unchosen, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (lower(email)) do nothing
     returning ${userColumns}`,
    [
      user.email,
      user.name,
      passwordHash,
      isAdmin,
      user.language,
      user.locale,
      user.timeZone,
      user.unchosen,
      at,
    ],
  )
  if (!row) return undefined
  const createdUser = toUser(row)
  await changes.open(tx, createdUser.id, 'personal')
  return createdUser
}

/**
 * The name that tries to sign in are counted under, however it is typed: folded by the database, as `rowByEmail` folds it.
 * JavaScript takes other letters for one another (U+0130 is a plain i to PostgreSQL), so that each spelling would have tries
 * of its own.
 */
export async function foldEmail(sql: Sql, email: string): Promise<string> {
  if (email.includes('\0')) return ''
  const [row] = await sql.query<{ name: string }>('select lower($1) as name', [email.trim().normalize('NFC')])
  return row?.name ?? ''
}

export async function rowByEmail(sql: Sql, email: string): Promise<SignedUserRow | undefined> {
  // PostgreSQL refuses a NUL in text; no user can have one in the address.
  if (email.includes('\0')) return undefined
  const [row] = await sql.query<SignedUserRow>(
    `select ${signedUserColumns} from app_user u where lower(u.email) = lower($1)`,
    [email.trim().normalize('NFC')],
  )
  return row
}

export interface PasswordNeeds {
  sessions: Pick<NotifiedCache<OpenSession>, 'forget'>
  events: Pick<Events, 'publish'>
}

/** Stores a new password and ends what the old one opened; see `Users.setPassword`. */
export async function replacePassword(
  { sessions, events }: PasswordNeeds,
  tx: Tx,
  id: UserId,
  passwordHash: string,
  { keeping, generation }: { keeping?: Buffer | undefined; generation?: number | undefined },
): Promise<PasswordChanged> {
  const changed = await tx.query(
    `update app_user set password_hash = $2, has_password = true, sign_in_generation = sign_in_generation + 1
     where id = $1 and ($3::int is null or sign_in_generation = $3) returning id`,
    [id, passwordHash, generation ?? null],
  )
  if (changed.length === 0) return { ok: false, why: 'late', problem: { problem: 'people/no-such-user' } }
  await tx.query('delete from web_session where user_id = $1 and digest is distinct from $2', [
    id,
    keeping ?? null,
  ])
  await tx.query('update web_session set remembered_until = null where user_id = $1', [id])
  // An administrator's link that is still about would undo what its user has just decided.
  await tx.query('delete from user_link where user_id = $1', [id])
  await revokeAllDevices(tx, id)
  await sessions.forget(tx, String(id))
  await events.publish('sign-in-changed', { tx, userId: id, change: 'password-changed' })
  return { ok: true }
}
