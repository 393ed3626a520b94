import formbody from '@fastify/formbody'
import type { FastifyPluginAsync } from 'fastify'
import type { ShareLinks } from '../../calendar/index.ts'
import type { BookNeeds } from './book/needs.ts'
import { bookRoutes } from './book/routes.ts'
import { publicHeaders } from './public/layout.ts'
import { publicStyle, publicStylePath } from './public/style.ts'
import { shareRoutes } from './share/routes.ts'

export { bookingAttempt } from './book/attempts.ts'

/** Sixteen KiB are many times what a booking takes. */
const formLimit = 16 * 1024

/** The pages of share links and of bookings: anonymous, without session, script and cookie. */
export function publicCalendarPages(
  needs: BookNeeds & { shares: Pick<ShareLinks, 'open'> },
): FastifyPluginAsync {
  return async (app) => {
    app.get(publicStylePath, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('text/css; charset=utf-8')
        .send(publicStyle),
    )
    await app.register(async (pages) => {
      pages.removeAllContentTypeParsers()
      await pages.register(formbody, { bodyLimit: formLimit })
      publicHeaders(pages)
      shareRoutes(pages, needs.shares)
      bookRoutes(pages, needs)
    })
  }
}
