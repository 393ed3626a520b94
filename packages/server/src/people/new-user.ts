import {
  type Conventions,
  type Language,
  getLanguage,
  languages,
  type ProblemDetail,
  type UnchosenConvention,
} from '@plmail/wire'
import { isKnownTimeZone } from './time-zones.ts'

/** The data that a person or a console command gives for a new user; nothing in it is trusted yet. */
export interface UserForm {
  email: string
  name: string
  password: string
  /** Left out: as the locale says. Nothing of the three decided: the first browser that signs in decides. */
  language?: string | undefined
  locale?: string | undefined
  timeZone?: string | undefined
}

export interface NewUser {
  email: string
  name: string
  password: string
  language: Language
  locale: string
  timeZone: string
  unchosen: UnchosenConvention[]
}

type UserField = Exclude<keyof NewUser, 'unchosen'>

/** One wrong field and what to do about it. */
export interface UserProblem {
  field: UserField
  problem: ProblemDetail
}

const minPasswordLength = 12
// Argon2 takes any length; a bound keeps a hostile form from buying CPU time by the megabyte.
const maxPasswordLength = 1024
const maxEmailLength = 254 // RFC 5321 §4.5.3.1.3 path limit without the brackets
const maxNameLength = 100

/** Trims and checks a form; every wrong field is named, not only the first. */
export function checkNewUser(form: UserForm): NewUser | UserProblem[] {
  const locale = form.locale || 'en'
  const user: NewUser = {
    email: tidyEmail(form.email),
    name: tidyName(form.name),
    password: form.password,
    language: languages.find((language) => language === form.language) ?? getLanguage(locale),
    locale,
    timeZone: form.timeZone || 'UTC',
    unchosen: [
      ...(form.locale || form.language ? [] : ['language' as const]),
      ...(form.timeZone ? [] : ['timeZone' as const]),
    ],
  }
  const problems = [
    emailProblems(user.email),
    nameProblems(user.name),
    atField('password', passwordProblem(user.password)),
    conventionProblems(user),
  ].flat()
  return problems.length > 0 ? problems : user
}

export const tidyEmail = (typed: string): string => typed.trim().normalize('NFC')
export const tidyName = (typed: string): string => typed.trim().replace(/\s+/g, ' ').normalize('NFC')

export const emailProblems = (email: string): UserProblem[] => atField('email', emailProblem(email))
export const nameProblems = (name: string): UserProblem[] => atField('name', nameProblem(name))

/** Lists the problems with the chosen formats for dates and numbers; empty when they can be used. */
export function conventionProblems({
  locale,
  timeZone,
}: Pick<Conventions, 'locale' | 'timeZone'>): UserProblem[] {
  return [
    atField('locale', isLocale(locale) ? undefined : { problem: 'people/unknown-formats' }),
    atField('timeZone', isKnownTimeZone(timeZone) ? undefined : { problem: 'people/unknown-time-zone' }),
  ].flat()
}

/** Why a password cannot be used, or undefined when it can. Length counts characters, not bytes. */
export function passwordProblem(password: string): ProblemDetail | undefined {
  const length = [...password].length
  if (length < minPasswordLength) return { problem: 'people/password-too-short', least: minPasswordLength }
  if (length > maxPasswordLength) return { problem: 'people/too-long', most: maxPasswordLength }
  return undefined
}

function emailProblem(email: string): ProblemDetail | undefined {
  if (email === '') return { problem: 'people/email-missing' }
  if (email.length > maxEmailLength || !/^[^\s@<>"\p{Cc}]+@[^\s@<>"\p{Cc}]+$/u.test(email))
    return { problem: 'people/not-an-email' }
  return undefined
}

function nameProblem(name: string): ProblemDetail | undefined {
  if (name === '') return { problem: 'people/name-missing' }
  if ([...name].length > maxNameLength) return { problem: 'people/too-long', most: maxNameLength }
  if (/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name)) return { problem: 'people/unusable-name' }
  return undefined
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1 && tag.length <= 35
  } catch {
    return false
  }
}

function atField(field: UserField, problem: ProblemDetail | undefined): UserProblem[] {
  return problem === undefined ? [] : [{ field, problem }]
}
