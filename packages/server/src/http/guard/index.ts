/**
 * The frame every answer passes through: who is asking (session, token), where the request was made, security
 * headers, cookies and the one table of problems. Routes of all kinds call it; it knows no route.
 */
export { allowedMethods } from './allowed-methods.ts'
export { answerBrokenRequests } from './answer-broken-requests.ts'
export { answerProblem, answerProblems } from './answer-problems.ts'
export { cookieNames, getCookie, getVisitor, hubPath } from './cookies.ts'
export { type Guard, createGuard, crossSite } from './create-guard.ts'
export { oncePerRequest } from './once-per-request.ts'
export { type OpenStreams, createOpenStreams } from './open-streams.ts'
export { clientAddress, trustedProxies } from './origin.ts'
export type { HalfSignedIn } from './second-factor-steps.ts'
export { negotiateLanguage as spokenWith } from './request-language.ts'
export { type Coded, speakAnswers } from './translate-answers.ts'
export {
  Problem,
  type ProblemBody,
  type FieldError,
  problemBody,
  retryAfterSeconds,
  tooMany,
} from './problems.ts'
export { serverClock } from './server-clock.ts'
export { policies, securityHeaders, shellPolicy, strictTransport } from './security-headers.ts'
export type { TokenHolder } from './token-holder.ts'
