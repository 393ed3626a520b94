/** Leaving for the identity provider to sign in to plMail, and coming back: `/oauth/sso/…` (contract §9). */
export { leaveForProvider, redirectUriOf } from './leave-for-provider.ts'
export { singleSignOnRoutes } from './routes.ts'
