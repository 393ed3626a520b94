import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance, type FastifyPluginAsync, type FastifyReply } from 'fastify'
import type { Health } from '../health/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { Random } from '../kit/random.ts'
import type { People } from '../people/index.ts'
import { closePromptly } from './closing.ts'
import { pairingsApi } from './api/pairings.ts'
import { passkeyAssertionApi } from './api/passkey-assertion.ts'
import { passkeysApi } from './api/passkeys.ts'
import { profileApi } from './api/profile.ts'
import { secondFactorApi } from './api/second-factor.ts'
import { sessionApi } from './api/session.ts'
import { signInsApi } from './api/sign-ins.ts'
import { providerProofApi } from './api/provider-proof.ts'
import { singleSignOnApi } from './api/single-sign-on.ts'
import { singleSignOnRoutes } from './single-sign-on/index.ts'
import { trustedDevicesApi } from './api/trusted-devices.ts'
import {
  type Guard,
  type OpenStreams,
  Problem,
  allowedMethods,
  answerBrokenRequests,
  answerProblem,
  answerProblems,
  createGuard,
  createOpenStreams,
  securityHeaders,
  strictTransport,
  speakAnswers,
  trustedProxies,
} from './guard/index.ts'
import { healthRoute } from './health-route.ts'
import {
  type WebClient,
  addDemoLine,
  errorPage,
  isNavigation,
  pageRoutes,
  serveWebClient,
  withDemoLine,
} from './pages/index.ts'

/** The parts of the configuration that the frame looks at; main hands in config itself. */
interface HttpConfig {
  /** APP_PUBLIC_URL without trailing slash, asked on every use. */
  publicAddress(): string | undefined
  storePublicAddress(text: string): Promise<unknown>
  hubAddress(): string | undefined
  /** Addresses and CIDR ranges whose X-Forwarded-* headers are believed. */
  trustedProxies: readonly string[]
  /** Every page says so. */
  isDemo: boolean
}

/** Services that the server offers to the routes mounted in it. */
export interface RouteServices {
  guard: Guard
  streams: OpenStreams
}

export interface HttpNeeds {
  people: People
  health: Health
  config: HttpConfig
  webClient: WebClient
  version: string
  clock: Clock
  random: Random
  log: Log
  /** The routes of other rooms: JMAP, live updates, accounts, jobs, image proxy. */
  plugins(frame: RouteServices): readonly FastifyPluginAsync[]
}

/** Bodies larger than this are refused with 413, unless a route states its own limit. */
const bodyLimit = 1024 * 1024

/** The HTTP server, ready to listen. Everything that arrives passes the same hooks and leaves with the same headers. */
export async function createHttp(needs: HttpNeeds): Promise<FastifyInstance> {
  const { people, config, log, random } = needs
  const isTrustedProxy = trustedProxies(config.trustedProxies)
  const answering = { log, random, renderPage: errorPage }
  const app = fastify({
    trustProxy: isTrustedProxy,
    bodyLimit,
    // Slow enough for a large attachment on a phone, and an end to connections that never finish a request.
    requestTimeout: 300_000,
    // Download addresses end in a file name.
    routerOptions: { maxParamLength: 2048 },
    clientErrorHandler: answerBrokenRequests({ log, random }),
    // Errors before routing, such as an address that cannot be decoded: no hook has run yet.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(reply, config)
      const page: typeof errorPage = (problem, language) =>
        config.isDemo ? withDemoLine(errorPage(problem, language), language) : errorPage(problem, language)
      const problem = new Problem('bad-request', { cause: error })
      answerProblem({ ...answering, renderPage: page }, problem, request, reply)
    },
  })
  const guard = createGuard({
    people,
    clock: needs.clock,
    publicAddress: config.publicAddress,
    isTrusted: isTrustedProxy,
  })
  const streams = createOpenStreams()
  const allowed = allowedMethods(app)

  app.addHook('onRequest', (_request, reply, done) => {
    setSecurityHeaders(reply, config)
    done()
  })
  answerProblems(app, answering)
  speakAnswers(app)
  if (config.isDemo) addDemoLine(app)
  // A body of this type can be posted from any site without a preflight, and nothing here reads it.
  app.removeContentTypeParser('text/plain')
  app.addHook('preClose', async () => streams.endAll())
  closePromptly(app)
  await app.register(cookie)
  await app.register(healthRoute(needs.health))
  const { publicAddress, storePublicAddress, hubAddress, isDemo } = config
  await app.register(pageRoutes({ people, guard, clock: needs.clock, publicAddress, storePublicAddress }))
  await app.register(singleSignOnRoutes({ people, guard, clock: needs.clock, random, log }))
  await app.register(sessionApi({ people, guard, hubAddress, isDemo, version: needs.version, log }))
  await app.register(profileApi({ people, guard, clock: needs.clock }))
  await app.register(secondFactorApi({ people, guard, clock: needs.clock }))
  await app.register(trustedDevicesApi({ people, guard }))
  await app.register(signInsApi({ people, guard }))
  await app.register(pairingsApi({ people, guard, clock: needs.clock }))
  await app.register(passkeysApi({ people, guard, clock: needs.clock }))
  await app.register(passkeyAssertionApi({ people, guard, clock: needs.clock, random }))
  await app.register(providerProofApi({ people, guard, clock: needs.clock, random }))
  await app.register(singleSignOnApi({ people, guard, clock: needs.clock, random }))
  for (const plugin of needs.plugins({ guard, streams })) await app.register(plugin)
  const navigate = await serveWebClient(app, { people, guard, webClient: needs.webClient })

  app.setNotFoundHandler(async (request, reply) => {
    const methods = allowed(request.url.split('?', 1)[0] ?? '')
    if (methods.length > 0 && !methods.includes(request.method)) throw wrongMethod(methods)
    if (methods.length === 0 && isNavigation(request)) return navigate(request, reply)
    throw new Problem('not-found')
  })
  return app
}

function wrongMethod(methods: readonly string[]): Problem {
  const detail = { problem: 'request/method-not-allowed', methods: methods.join(', ') } as const
  return new Problem('method-not-allowed', { detail, headers: { allow: methods.join(', ') } })
}

// Set on the raw answer: streams that take it over keep the headers too.
function setSecurityHeaders(reply: FastifyReply, config: HttpConfig): void {
  for (const [name, value] of securityHeaders) reply.raw.setHeader(name, value)
  if (config.publicAddress()?.startsWith('https:')) reply.raw.setHeader(...strictTransport)
}
