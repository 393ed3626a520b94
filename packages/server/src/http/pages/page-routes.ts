import formbody from '@fastify/formbody'
import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '../../kit/clock.ts'
import type { People } from '../../people/index.ts'
import type { Guard } from '../guard/index.ts'
import { installRoutes } from './install.ts'
import { inviteRoutes } from './invite.ts'
import { passwordLinkRoutes } from './password-link.ts'
import { loginRoutes } from './login.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { setUpRoutes } from './set-up.ts'
import { pageStyle, pageStylePath } from './page-style.ts'

export interface PageNeeds {
  people: People
  guard: Guard
  clock: Clock
  publicAddress(): string | undefined
  storePublicAddress(text: string): Promise<unknown>
}

/** Sixteen KiB are many times what a person types into these forms. */
const formLimit = 16 * 1024

export function pageRoutes(needs: PageNeeds): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    await app.register(formbody, { bodyLimit: formLimit })
    loginRoutes(app, needs)
    secondFactorRoutes(app, needs)
    setUpRoutes(app, needs)
    installRoutes(app, needs)
    inviteRoutes(app, needs)
    passwordLinkRoutes(app, needs)
    app.get(pageStylePath, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('text/css; charset=utf-8')
        .send(pageStyle),
    )
  }
}
