import type { Sql } from '../store/index.ts'
import { type UserRow, userColumns } from './user.ts'

/** A user with the parts that cookies are signed over: once either changes, every cookie of theirs is void. */
export interface SignedUserRow extends UserRow {
  password_hash: string
  sign_in_generation: number
  is_disabled: boolean
}

/** The columns of `SignedUserRow`, for a statement in which app_user is called `u`. */
export const signedUserColumns = `${userColumns}, u.password_hash, u.sign_in_generation,
  u.disabled_at is not null as is_disabled`

export async function signedUserRow(sql: Sql, id: number): Promise<SignedUserRow | undefined> {
  const [row] = await sql.query<SignedUserRow>(
    `select ${signedUserColumns} from app_user u where u.id = $1`,
    [id],
  )
  return row
}
