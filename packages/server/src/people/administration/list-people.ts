import type { UserId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import { toUser, type UserRow, userColumns } from '../user.ts'
import type { AdministeredUser } from './types.ts'

interface PersonRow extends UserRow {
  created_at: Date
  last_signed_in_at: Date | null
  has_second_factor: boolean
  disabled_at: Date | null
  is_mail_paused: boolean
  deletion_started_at: Date | null
}

/** Everybody by name, or the one named. */
export async function listPeople(sql: Sql, id: UserId | null): Promise<AdministeredUser[]> {
  const rows = await sql.query<PersonRow>(
    `select ${userColumns}, u.created_at, u.last_signed_in_at,
       u.totp_confirmed_at is not null or u.has_passkeys as has_second_factor,
       u.disabled_at, u.is_mail_paused, u.deletion_started_at
     from app_user u where $1::bigint is null or u.id = $1 order by lower(u.name), u.id`,
    [id],
  )
  return rows.map((row) => ({
    user: toUser(row),
    createdAt: row.created_at,
    lastSignedInAt: row.last_signed_in_at,
    hasSecondFactor: row.has_second_factor,
    disabledAt: row.disabled_at,
    isMailPaused: row.is_mail_paused,
    deletionStartedAt: row.deletion_started_at,
  }))
}
