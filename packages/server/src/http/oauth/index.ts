/** Leaving for Google or Microsoft to connect a mailbox, and coming back: `/oauth/{provA,provB}/connect|callback`. */
export { type OAuthNeeds, oauthRoutes } from './routes.ts'
