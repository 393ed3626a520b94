import { type Conventions, nearestLanguage, nearestLocale, type SessionInfo } from '@plmail/wire'
import type { Http } from '../net/index.ts'

type User = Pick<SessionInfo['user'], 'language' | 'locale' | 'timeZone' | 'unchosen'>

/** The user's conventions once this browser has decided those nobody has chosen yet. */
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

/** Keeps this browser's for the user, and in the session that was just answered. */
export async function takeConventions(session: SessionInfo, http: Http): Promise<void> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const conventions = firstConventions(session.user, { tags: navigator.languages, timeZone })
  const answer = await http.call('POST', '/api/session/conventions', conventions)
  if (answer.ok) Object.assign(session.user, conventions, { unchosen: [] })
}
