import type { FastifyPluginAsync } from 'fastify'
import { imageProxyPath, type ImageProxy, type ImageQuery } from '../../safety/index.ts'

/**
 * `GET /mail/image-proxy`: the frame around a message sends no cookie, so the signature in the address is the only
 * credential and no session is asked for. A global Sec-Fetch-Site filter must let this route through: to the browser
 * the frame is another site, which is also why the resource policy says cross-origin.
 */
export function imageProxyRoute(imageProxy: ImageProxy): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Querystring: ImageQuery }>(imageProxyPath, async (request, reply) => {
      const { body, contentType, cacheControl } = await imageProxy(request.query)
      return reply
        .headers({
          'content-type': contentType,
          'cache-control': cacheControl,
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        })
        .send(body)
    })
  }
}
