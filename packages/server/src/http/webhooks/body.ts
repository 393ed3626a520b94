import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** Far above what providers send: Pub/Sub's envelope has some hundred bytes, Graph gathers at most some hundred entries. */
const maxLength = 1024 * 1024

/** The body of a webhook, whatever its type says; undefined when it is longer than any provider's. */
export async function readBody(payload: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of payload as AsyncIterable<Buffer>) {
    size += chunk.length
    // The rest is read and dropped: an answer before the end of a request reaches not every client.
    if (size <= maxLength) chunks.push(chunk)
  }
  return size <= maxLength ? Buffer.concat(chunks) : undefined
}

/** Undefined for anything that is not JSON. */
export function parseJson(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

export function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

export const getBody = ({ body }: FastifyRequest): Buffer | undefined =>
  Buffer.isBuffer(body) ? body : undefined

/** The query as it arrived: a parameter given twice must be seen twice. */
export function getQuery({ url }: FastifyRequest): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}
