import type { Socket } from 'node:net'
import type { ProblemNeeds } from './answer-problems.ts'
import { Problem, type HttpProblemCode, problemBody } from './problems.ts'
import { securityHeaders } from './security-headers.ts'

const byCode: Readonly<Record<string, HttpProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
}

/**
 * Answers what is no HTTP request, or never became one: no route and no hook has seen it, so the answer is written on
 * the socket, which ends with it.
 */
export function answerBrokenRequests({ log, random }: Pick<ProblemNeeds, 'log' | 'random'>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const code = byCode[error.code ?? ''] ?? 'bad-request'
    const body = problemBody(new Problem(code), random(6).toString('hex'))
    log.event('http.refused', { reference: body.reference, status: body.status, code })
    const json = JSON.stringify(body)
    const head = [
      `HTTP/1.1 ${body.status} ${body.title}`,
      ...securityHeaders.map(([name, value]) => `${name}: ${value}`),
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(json)}`,
      'connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${json}`)
  }
}
