import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { People } from '../../people/index.ts'
import { type Guard, policies, Problem, shellPolicy } from '../guard/index.ts'
import { secondFactorPath } from './second-factor-page.ts'
import { setUpPath } from './set-up-page.ts'
import { seeOther } from './send-page.ts'

export interface WebClient {
  /** The built client: `index.html`, `assets/` with hashed names and `.br`/`.gz` beside them, a few files at the top. */
  folder: string
  /** Scripts of message frames, as CSP sources: `sha256-…`. */
  scriptHashes: readonly string[]
}

export interface WebClientNeeds {
  people: People
  guard: Guard
  webClient: WebClient
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Serves the files of the web client and returns what answers a browser's navigation to any of its addresses:
 * the shell for somebody signed in, else the way to sign in.
 */
export async function serveWebClient(app: FastifyInstance, needs: WebClientNeeds): Promise<Handler> {
  const { folder, scriptHashes } = needs.webClient
  const policy = shellPolicy(scriptHashes)
  if (existsSync(folder)) await serveFiles(app, folder)
  app.get('/sw.js', async (_request, reply) =>
    reply
      .headers({ 'content-security-policy': policies.worker, 'cache-control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(await builtFile(folder, 'sw.js')),
  )
  const navigate: Handler = async (request, reply) => {
    if (!(await needs.guard.signedIn(request, reply))) return signInFirst(needs, request, reply)
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'private, no-cache' })
      .type('text/html; charset=utf-8')
      .send(await builtFile(folder, 'index.html'))
  }
  app.get('/', navigate)
  return navigate
}

/** A browser going somewhere, as opposed to a script fetching something (Fetch Metadata, else by what it accepts). */
export function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (/^\/(api|jmap|assets|\.well-known)(\/|$|\?)/.test(request.url)) return false
  const mode = request.headers['sec-fetch-mode']
  return mode === undefined ? (request.headers.accept ?? '').includes('text/html') : mode === 'navigate'
}

async function signInFirst(
  { people, guard }: WebClientNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (await people.install.isOpen()) return seeOther(reply, '/install')
  if (await guard.enrolling(request, reply)) return seeOther(reply, setUpPath(request.url))
  if (await guard.halfSignedIn(request)) return seeOther(reply, secondFactorPath(request.url))
  const query = request.url === '/' ? '' : `?next=${encodeURIComponent(request.url)}`
  return seeOther(reply, `/login${query}`)
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const shared = { preCompressed: true, index: false, decorateReply: false } as const
  const assets = join(folder, 'assets')
  if (existsSync(assets)) {
    // A hashed name never changes its content.
    await app.register(fastifyStatic, {
      ...shared,
      root: assets,
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
    })
  }
  await app.register(fastifyStatic, {
    ...shared,
    root: folder,
    prefix: '/',
    wildcard: false,
    globIgnore: ['index.html*', 'sw.js*', 'assets/**', '**/*.{br,gz,map}'],
    maxAge: '1h',
  })
}

async function builtFile(folder: string, name: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, name))
  } catch (error) {
    throw new Problem('unavailable', {
      detail: { problem: 'server/web-client-not-built' },
      cause: error,
    })
  }
}
