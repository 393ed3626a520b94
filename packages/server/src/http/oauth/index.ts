/** Leaving for Google or Microsoft to connect a mailbox, and coming back: `/oauth/{provA,provB}/connect|callback`. */
export { oauthRoutes } from './routes.ts'
