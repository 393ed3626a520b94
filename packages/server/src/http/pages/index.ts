/** Pages rendered on the server, without script: first set-up, sign-in, errors. Works in any browser, at 320 px. */
export { addDemoLine, withDemoLine } from './demo-line.ts'
export { errorPage } from './error-page.ts'
export { html } from './html.ts'
export { renderPage } from './layout.ts'

export { pageRoutes } from './page-routes.ts'
export { nextPath } from './next-path.ts'
export { connectPath, otherWayPath } from './sign-in-paths.ts'
export { secondFactorPath } from './second-factor-page.ts'
export { seeOther, sendPage } from './send-page.ts'
export { type WebClient, isNavigation, serveWebClient } from './web-client.ts'
