import { type Conventions, nearestLanguage, nearestLocale, type SessionInfo } from '@plmail/wire'

type User = Pick<SessionInfo['user'], 'language' | 'locale' | 'timeZone' | 'unchosen'>

/** What the user's conventions become where this browser decides what nobody has chosen yet. */
export function firstConventions(
  user: User,
  browser: { tags: readonly string[]; timeZone: string },
): Conventions {
  const { language, locale, timeZone, unchosen } = user
  return {
    ...(unchosen.includes('language')
      ? { language: nearestLanguage(browser.tags), locale: nearestLocale(browser.tags) }
      : { language, locale }),
    timeZone: unchosen.includes('timeZone') ? browser.timeZone : timeZone,
  }
}
