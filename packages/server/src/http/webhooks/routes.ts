import type { FastifyPluginAsync } from 'fastify'
import { addressGroup } from '../../people/index.ts'
import { readBody } from './body.ts'
import { gmailPush } from './gmail-push.ts'
import { googleCalendarChannel } from './google-calendar-channel.ts'
import { graphNotifications } from './graph-notifications.ts'
import type { WebhookNeeds, WebhookRoute } from './webhook-needs.ts'

const plain = 'application/octet-stream'

/** The five addresses that providers post to. */
export function webhookRoutes(needs: WebhookNeeds): FastifyPluginAsync {
  const route: WebhookRoute = {
    refuse: (endpoint, request, refusal) =>
      needs.watches.refusals.note({ endpoint, source: addressGroup(request.ip), ...refusal }),
  }

  return async (app) => {
    // Whatever type a body claims to have, even one that is none: an answer of 415 would make it come again for days.
    app.addHook('onRequest', (request, _reply, done) => {
      request.raw.headers['content-type'] = plain
      done()
    })
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(plain, (_request, payload, done) => {
      readBody(payload).then((body) => done(null, body), done)
    })
    gmailPush(app, needs, route)
    googleCalendarChannel(app, needs, route)
    graphNotifications(app, needs, route)
  }
}
