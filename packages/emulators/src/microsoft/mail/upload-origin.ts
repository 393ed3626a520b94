import { perform, send, type EmulatedAnswer } from '../../http/answer.ts'
import type { EmulatedOrigin } from '../../http/origin.ts'
import type { World } from '../../world.ts'
import { stamped } from '../graph/dispatch.ts'
import { lowerCased } from '../graph/routes.ts'
import type { GraphThrottle } from '../graph/throttle.ts'
import { Refused } from '../refused.ts'
import type { UploadSessions } from './uploads.ts'

/** The upload origin. Whoever sends a token here has mixed up the hosts. */
export function addUploadRoutes(
  origin: EmulatedOrigin,
  world: World,
  sessions: UploadSessions,
  throttle: GraphThrottle,
): void {
  origin.app.route<{ Params: { key: string } }>({
    method: ['GET', 'PUT', 'DELETE'],
    url: '/upload/:key',
    async handler(request, reply) {
      const { headers, params, method } = request
      const account = sessions.getMailbox(params.key)?.email
      const operation = `graph.upload.${method.toLowerCase()}`
      Object.assign(request.emulated, { operation, account })
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const answer = await perform(world.faults, { operation, account }, () =>
        refusing(() => {
          if (headers.authorization !== undefined) throw tokenSent()
          const entry = throttle.enter(`uploads ${account ?? ''}`, bytes.length)
          if (!entry.ok) throw tooMuch(entry.retryAfterSeconds)
          entry.leave()
          if (method === 'PUT') return sessions.put(params.key, lowerCased(headers), bytes)
          return method === 'GET' ? sessions.state(params.key) : sessions.cancel(params.key)
        }),
      )
      return send(reply, stamped(world, {}, answer))
    },
  })
}

function refusing(run: () => EmulatedAnswer): EmulatedAnswer {
  try {
    return run()
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}

/** [D] The address itself is the credential; a token beside it is an error. */
function tokenSent(): Refused {
  return new Refused(401, 'InvalidAuthenticationToken', 'Do not send an Authorization header with an upload.')
}

function tooMuch(seconds: number): Refused {
  return new Refused(429, 'ApplicationThrottled', 'Application is over its UploadedBytes limit.', {
    'retry-after': String(seconds),
  })
}
