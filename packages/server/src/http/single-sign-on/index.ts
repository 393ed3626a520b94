/** Leaving for the identity provider to sign in to plMail, and coming back: `/oauth/sso/…`. */
export { leaveForProvider, redirectUriOf } from './leave-for-provider.ts'
export { singleSignOnRoutes } from './routes.ts'
