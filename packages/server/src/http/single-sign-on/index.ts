/** Leaving for the identity provider to sign in to plMail, and coming back: `/oauth/sso/…` (contract §9). */
export { browserOf, redirectUriOf, singleSignOnRoutes } from './routes.ts'
