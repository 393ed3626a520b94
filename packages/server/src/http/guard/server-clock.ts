import { type User, writtenLocale } from '../../people/index.ts'

/** The server's time of day to the second, as the user's own clock shows it when it is right. */
export function serverClock(now: Date, user: Pick<User, 'language' | 'locale' | 'timeZone'>): string {
  const format = { timeStyle: 'medium', timeZone: user.timeZone } as const
  return new Intl.DateTimeFormat(writtenLocale(user), format).format(now)
}
