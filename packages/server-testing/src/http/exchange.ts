import type { IncomingHttpHeaders } from 'node:http'
import { type Connection, requestOn } from './connection.ts'

export interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
  connection?: Connection
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The body parsed; throws with the whole answer when it is no JSON. */
  json<T = unknown>(): T
}

/** One HTTP request on a connection of its own: a server that was killed leaves no dead connection to stumble over. */
export function exchange(address: string, path: string, asked: Asked = {}) {
  const { method = 'GET', headers = {}, body, connection = {} } = asked
  return new Promise<Answer>((resolve, reject) => {
    const sent = requestOn(connection, new URL(path, address), { method, headers })
    sent.once('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('error', reject)
      answer.once('end', () => {
        const text = Buffer.concat(chunks).toString()
        const status = answer.statusCode ?? 0
        resolve({ status, headers: answer.headers, text, json: () => parsed(text, status) })
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

function parsed<T>(text: string, status: number): T {
  try {
    return JSON.parse(text) as T
  } catch (error) {
    throw new Error(`The server answered ${status} without JSON: ${text.slice(0, 500)}`, { cause: error })
  }
}
