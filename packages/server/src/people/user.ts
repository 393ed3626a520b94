import type { UserId } from '@plmail/wire'

/** A person who can sign in. Holds nothing secret. */
export interface User {
  id: UserId
  email: string
  name: string
  isAdmin: boolean
  /** BCP 47 tag that decides how dates and numbers are written. */
  locale: string
  /** IANA time zone name. */
  timeZone: string
}

export interface UserRow {
  id: number
  email: string
  name: string
  is_admin: boolean
  locale: string
  time_zone: string
}

/** The columns of `UserRow`, for a statement in which app_user is called `u`. */
export const userColumns = 'u.id, u.email, u.name, u.is_admin, u.locale, u.time_zone'

export function userOf(row: UserRow): User {
  return {
    id: row.id as UserId,
    email: row.email,
    name: row.name,
    isAdmin: row.is_admin,
    locale: row.locale,
    timeZone: row.time_zone,
  }
}
