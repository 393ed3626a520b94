import type { Conventions, ProblemDetail, UserId } from '@plmail/wire'
import type { Changes } from '../changes/index.ts'
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
import type { OpenSession } from './sessions.ts'
import { type User, type UserRow, userColumns, userOf } from './user.ts'

type CreatedUser = { ok: true; user: User } | { ok: false; why: 'invalid'; problems: UserProblem[] }

type PasswordChanged = { ok: true } | { ok: false; why: 'invalid' | 'unknown-user'; problem: ProblemDetail }

export interface Users {
  create(form: UserForm, rights: { isAdmin: boolean }): Promise<CreatedUser>
  byId(id: UserId): Promise<User | undefined>
  /** Ignores case, as the unique index does. */
  byEmail(email: string): Promise<User | undefined>
  count(): Promise<number>
  /** Also ends every session, token and remembered sign-in of the user, except the session named by `keeping`. */
  setPassword(id: UserId, password: string, keeping?: Buffer): Promise<PasswordChanged>
  /** Answers what is wrong; nothing when it was saved. So do the next two. */
  setName(id: UserId, name: string): Promise<UserProblem[]>
  /** Sets the address that the user signs in with; the caller has proven the password. */
  setEmail(id: UserId, email: string): Promise<UserProblem[]>
  /** In what language, formats and time zone the user is spoken to; from then on that is chosen. */
  setConventions(id: UserId, conventions: Conventions): Promise<UserProblem[]>
}

interface UserNeeds {
  store: Database
  sessions: Pick<NotifiedCache<OpenSession>, 'forget'>
  changes: Pick<Changes, 'open'>
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
      return row && userOf(row)
    },
    byEmail: async (email) => {
      const row = await rowByEmail(store, email)
      return row && userOf(row)
    },
    count: async () => {
      const [row] = await store.query<{ count: number }>('select count(*) as count from app_user')
      return row?.count ?? 0
    },
    setPassword: async (id, password, keeping) => {
      const problem = passwordProblem(password)
      if (problem !== undefined) return { ok: false, why: 'invalid', problem }
      return replacePassword(needs, id, await passwords.hash(password), keeping)
    },
    setName: async (id, typed) => {
      const name = tidyName(typed)
      const problems = nameProblems(name)
      if (problems.length === 0) await store.query('update app_user set name = $2 where id = $1', [id, name])
      return problems
    },
    setEmail: (id, typed) => replaceEmail(store, id, tidyEmail(typed)),
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

async function replaceEmail(store: Database, id: UserId, email: string): Promise<UserProblem[]> {
  const problems = emailProblems(email)
  if (problems.length > 0) return problems
  // Of two users who want one address at the same time the second has to see the first's.
  return store.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtext(lower($1)))', [email])
    const namesakes = await tx.query('select 1 from app_user where lower(email) = lower($1) and id <> $2', [
      email,
      id,
    ])
    if (namesakes.length > 0) return [taken]
    await tx.query('update app_user set email = $2 where id = $1', [id, email])
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
  const made = userOf(row)
  await changes.open(tx, made.id, 'personal')
  return made
}

export async function rowByEmail(
  sql: Sql,
  email: string,
): Promise<(UserRow & { password_hash: string }) | undefined> {
  // PostgreSQL refuses a NUL in text; no user can have one in the address.
  if (email.includes('\0')) return undefined
  const [row] = await sql.query<UserRow & { password_hash: string }>(
    `select ${userColumns}, u.password_hash from app_user u where lower(u.email) = lower($1)`,
    [email.trim().normalize('NFC')],
  )
  return row
}

async function replacePassword(
  { store, sessions }: Pick<UserNeeds, 'store' | 'sessions'>,
  id: UserId,
  passwordHash: string,
  keeping: Buffer | undefined,
): Promise<PasswordChanged> {
  return store.transaction(async (tx): Promise<PasswordChanged> => {
    const changed = await tx.query(
      `update app_user set password_hash = $2, sign_in_generation = sign_in_generation + 1
       where id = $1 returning id`,
      [id, passwordHash],
    )
    if (changed.length === 0)
      return { ok: false, why: 'unknown-user', problem: { problem: 'people/no-such-user' } }
    await tx.query('delete from web_session where user_id = $1 and digest is distinct from $2', [
      id,
      keeping ?? null,
    ])
    await tx.query('update web_session set remembered_until = null where user_id = $1', [id])
    await sessions.forget(tx, String(id))
    return { ok: true }
  })
}
