/** Returns the path from which the browser leaves for the identity provider. */
export const connectPath = (next: string): string => withNext('/oauth/sso/connect', next)

/** The sign-in page that leads nowhere by itself (contract §9). */
export const otherWayPath = (next: string): string => withNext('/login?sso=0', next)

function withNext(path: string, next: string): string {
  return next === '/' ? path : `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`
}
