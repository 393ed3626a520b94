import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Fault, Faults } from '../faults/faults.ts'

/** Answer of an operation before it becomes bytes, so that the parts of a batch need no socket. */
export interface EmulatedAnswer {
  status: number
  headers?: Record<string, string>
  /** An object is sent as JSON; bytes and text as they are; absent as an empty body. */
  body?: unknown
  /** Damage that a fault does to the answer on the wire. */
  spoiled?: { kind: 'lost' } | { kind: 'truncate' } | { kind: 'slow-body'; ms: number } | { kind: 'replaced' }
}

export interface EmulatedCall {
  operation: string
  account: string | undefined
}

const proxyPage =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n'

/**
 * Does one operation under the fault armed for it. Faults of the wire are applied here; the others are handed to
 * `run`, which alone knows what a cursor or a part is. With `reset after` the work is done and only the reply is lost.
 */
export async function perform(
  faults: Faults,
  call: EmulatedCall,
  run: (fault: Fault | undefined) => EmulatedAnswer | Promise<EmulatedAnswer>,
): Promise<EmulatedAnswer> {
  const fault = faults.take(call.operation, call.account)
  switch (fault?.kind) {
    case 'status':
      return {
        status: fault.status,
        ...(fault.headers && { headers: fault.headers }),
        body: fault.body,
        spoiled: { kind: 'replaced' },
      }
    case 'html':
      return {
        status: 502,
        headers: { 'content-type': 'text/html' },
        body: proxyPage,
        spoiled: { kind: 'replaced' },
      }
    case 'reset':
      if (fault.when === 'after') await run(undefined)
      return { status: 0, spoiled: { kind: 'lost' } }
    case 'delay':
      await sleep(fault.ms)
      return run(undefined)
    case 'truncate':
      return { ...(await run(undefined)), spoiled: { kind: 'truncate' } }
    case 'slow-body':
      return { ...(await run(undefined)), spoiled: { kind: 'slow-body', ms: fault.ms } }
    default:
      return run(fault)
  }
}

/** Writes an answer to the socket, spoiled as its fault says. */
export async function send(reply: FastifyReply, answer: EmulatedAnswer): Promise<FastifyReply> {
  const { spoiled } = answer
  if (spoiled) reply.request.emulated.spoiled = true
  if (spoiled?.kind === 'lost') {
    reply.hijack()
    reply.request.emulated.cut?.()
    reply.request.raw.socket.destroy()
    return reply
  }
  reply.code(answer.status).headers(answer.headers ?? {})
  const bytes = readBytes(answer.body)
  if (spoiled?.kind === 'truncate' || spoiled?.kind === 'slow-body') return trickle(reply, answer, bytes)
  if (bytes === undefined) return reply.send()
  if (!reply.hasHeader('content-type')) reply.type(readType(answer.body))
  return reply.send(bytes)
}

/** By hand, because the framework would never promise a length and then break off. */
async function trickle(
  reply: FastifyReply,
  answer: EmulatedAnswer,
  bytes: Buffer | undefined,
): Promise<FastifyReply> {
  const body = bytes ?? Buffer.alloc(0)
  const half = Math.floor(body.length / 2)
  reply.hijack()
  reply.raw.writeHead(answer.status, {
    'content-type': readType(answer.body),
    ...answer.headers,
    'content-length': body.length,
  })
  reply.raw.write(body.subarray(0, half))
  if (answer.spoiled?.kind === 'slow-body') {
    await sleep(answer.spoiled.ms)
    reply.raw.end(body.subarray(half))
  } else {
    // Lets the first half leave before the connection is cut.
    reply.raw.write('', () => reply.raw.destroy())
  }
  reply.request.emulated.cut?.(answer.status)
  return reply
}

function readBytes(body: unknown): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8')
}

function readType(body: unknown): string {
  if (Buffer.isBuffer(body)) return 'application/octet-stream'
  return typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
}
