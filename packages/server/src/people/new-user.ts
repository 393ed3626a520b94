import { type Conventions, type Language, languageOf, languages, type UnchosenConvention } from '@plmail/wire'
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

export type UserField = Exclude<keyof NewUser, 'unchosen'>

/** One wrong field and a sentence that says what to do about it. */
export interface UserProblem {
  field: UserField
  sentence: string
}

export const minPasswordLength = 12
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
    language: languages.find((language) => language === form.language) ?? languageOf(locale),
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
    problem('password', passwordProblem(user.password)),
    conventionProblems(user),
  ].flat()
  return problems.length > 0 ? problems : user
}

export const tidyEmail = (typed: string): string => typed.trim().normalize('NFC')
export const tidyName = (typed: string): string => typed.trim().replace(/\s+/g, ' ').normalize('NFC')

export const emailProblems = (email: string): UserProblem[] => problem('email', emailProblem(email))
export const nameProblems = (name: string): UserProblem[] => problem('name', nameProblem(name))

/** Lists the problems with the chosen formats for dates and numbers; empty when they can be used. */
export function conventionProblems({
  locale,
  timeZone,
}: Pick<Conventions, 'locale' | 'timeZone'>): UserProblem[] {
  return [
    problem('locale', isLocale(locale) ? undefined : 'Choose formats from the list.'),
    problem('timeZone', isKnownTimeZone(timeZone) ? undefined : 'Choose a time zone from the list.'),
  ].flat()
}

/** A sentence saying why a password cannot be used, or undefined when it can. Length counts characters, not bytes. */
export function passwordProblem(password: string): string | undefined {
  const length = [...password].length
  if (length < minPasswordLength)
    return `Use at least ${minPasswordLength} characters; a short sentence works well.`
  if (length > maxPasswordLength) return `Use at most ${maxPasswordLength} characters.`
  return undefined
}

function emailProblem(email: string): string | undefined {
  if (email === '') return 'Enter the email address you will sign in with.'
  if (email.length > maxEmailLength || !/^[^\s@<>"\p{Cc}]+@[^\s@<>"\p{Cc}]+$/u.test(email))
    return 'This does not look like an email address, for example ada@example.org.'
  return undefined
}

function nameProblem(name: string): string | undefined {
  if (name === '') return 'Enter your name; people you write to will see it.'
  if ([...name].length > maxNameLength) return `Use at most ${maxNameLength} characters.`
  if (/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name))
    return 'The name contains characters that cannot be shown.'
  return undefined
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1 && tag.length <= 35
  } catch {
    return false
  }
}

function problem(field: UserField, sentence: string | undefined): UserProblem[] {
  return sentence === undefined ? [] : [{ field, sentence }]
}
