import type { FastifyRequest } from 'fastify'
import { type EmulatedOrigin, serve, startOrigin } from '../../http/origin.ts'
import { type CalendarDoor, type CalendarApiRequest, getName, run } from './dispatch.ts'
import { calendarGate } from './schema.ts'

/** The API is on a host of its own; its path begins with `/calendar/v3`. */
export async function startCalendar(door: CalendarDoor, port = 0): Promise<EmulatedOrigin> {
  const { world } = door
  const origin = await startOrigin({ world, gate: calendarGate, port })
  origin.app.all('/*', (request, reply) => {
    const incoming = toRequest(request, origin.url)
    const named = getName(door, incoming)
    return serve(world, request, reply, { operation: named.operation, account: named.account }, (fault) =>
      run(door, incoming, named, fault),
    )
  })
  return origin
}

function toRequest(request: FastifyRequest, origin: string): CalendarApiRequest {
  const { method, url, headers } = request
  const { authorization } = headers
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const ifMatch = headers['if-match']
  const body = bytes.length === 0 ? undefined : parsed(bytes)
  return { method, url, authorization, ifMatch, body, base: `${origin}/calendar/v3` }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return bytes
  }
}
