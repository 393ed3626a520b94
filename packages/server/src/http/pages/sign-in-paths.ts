import type { People } from '../../people/index.ts'

/**
 * Returns where the answer to a form leads who has to sign in. The sign-in page must not lead on by itself there: browsers hold
 * the redirects of a form against `form-action` too (CSP 3 §6.4.1), and would not go to the provider.
 */
export const signInPathAfterForm = async ({ singleSignOn }: Pick<People, 'singleSignOn'>): Promise<string> =>
  (await singleSignOn.isOnlyWay()) ? otherWayPath('/') : '/login'

/** Returns the path from which the browser leaves for the identity provider. */
export const connectPath = (next: string): string => withNext('/oauth/sso/connect', next)

/** The sign-in page that leads nowhere by itself: it never goes on to the identity provider unasked. */
export const otherWayPath = (next: string): string => withNext('/login?sso=0', next)

function withNext(path: string, next: string): string {
  return next === '/' ? path : `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`
}
