import {
  getLanguage,
  type Language,
  localeWithoutRegion,
  type UnchosenConvention,
  type UserId,
} from '@plmail/wire'

/** A person who can sign in. Holds nothing secret. */
export interface User {
  id: UserId
  email: string
  name: string
  isAdmin: boolean
  /** The language of sentences. */
  language: Language
  /** BCP 47 tag that decides how dates and numbers are written. */
  locale: string
  /** IANA time zone name. */
  timeZone: string
  /** The conventions nobody has decided yet; the first browser that signs in sets them. */
  unchosen: UnchosenConvention[]
}

export interface UserRow {
  id: number
  email: string
  name: string
  is_admin: boolean
  language: string
  locale: string
  time_zone: string
  unchosen: UnchosenConvention[]
}

/** The columns of `UserRow`, for a statement in which app_user is called `u`. */
export const userColumns = 'u.id, u.email, u.name, u.is_admin, u.language, u.locale, u.time_zone, u.unchosen'

export function toUser(row: UserRow): User {
  return {
    id: row.id as UserId,
    email: row.email,
    name: row.name,
    isAdmin: row.is_admin,
    // A language that was chosen and is no longer among the catalogues is spoken as the nearest of them.
    language: getLanguage(row.language),
    locale: row.locale,
    timeZone: row.time_zone,
    unchosen: row.unchosen,
  }
}

/** The tag for sentences with dates in them: the user's formats where they are of the user's language. */
export function writtenLocale({ language, locale }: Pick<User, 'language' | 'locale'>): string {
  return locale.toLowerCase().split('-')[0] === language ? locale : localeWithoutRegion(language)
}
