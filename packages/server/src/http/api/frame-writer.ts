import type { AssistantFrame, ProblemDetail, SearchedFrame } from '@plmail/wire'
import { sayProblem } from '@plmail/words'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Random } from '../../kit/random.ts'
import { type OpenStreams, spokenWith } from '../guard/index.ts'
import type { Language } from '../words/index.ts'

export interface FrameWriterNeeds {
  streams: OpenStreams
  clock: Clock
  log: Log
  random: Random
  pingEveryMs?: number
}

/** Below what proxies wait for a silent answer. */
const defaultPingEveryMs = 10_000

/** Writes frames as application/x-ndjson, one JSON object a line, with a ping in between that proxies and readers can count on. */
export class FrameWriter<Frame extends AssistantFrame<object> | SearchedFrame> {
  readonly #reply: FastifyReply
  readonly #needs: FrameWriterNeeds
  /** Frames from before the answer could be known to be a stream. */
  #early: Frame[] | undefined = []
  #close: () => void = () => {}

  constructor(reply: FastifyReply, needs: FrameWriterNeeds) {
    this.#reply = reply
    this.#needs = needs
  }

  /** Begins the answer; `onLeft` is called when the reader goes before its end. */
  open(onLeft: () => void): void {
    const { streams, clock, pingEveryMs = defaultPingEveryMs } = this.#needs
    const { raw } = this.#reply
    this.#reply.hijack()
    raw.writeHead(200, {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    const begunAt = clock.now().getTime()
    const ping = setInterval(() => {
      this.#write({ type: 'ping', elapsed: Math.round((clock.now().getTime() - begunAt) / 1000) })
    }, pingEveryMs)
    const forget = streams.add(() => this.end())
    this.#close = () => {
      clearInterval(ping)
      forget()
    }
    raw.on('error', () => {}) // 'close' follows
    raw.once('close', () => {
      this.#close()
      onLeft()
    })
    const early = this.#early ?? []
    this.#early = undefined
    for (const frame of early) this.send(frame)
    if (raw.destroyed) onLeft()
  }

  send(frame: Frame): void {
    if (this.#early) this.#early.push(frame)
    else this.#write(frame)
  }

  sendProblem(problem: ProblemDetail, language: Language): void {
    this.#write({ type: 'error', problem, detail: sayProblem(language, problem) })
  }

  /**
   * Sends what the answer has come to, and ends. Once frames are sent no other answer can be given: what goes wrong is said
   * here, because its reader would be pinged for ever.
   */
  async finish<End>(ended: Promise<End>, send: (end: End) => void, request: FastifyRequest): Promise<void> {
    try {
      send(await ended)
    } catch (error) {
      const reference = this.#needs.random(6).toString('hex')
      const route = request.routeOptions.url ?? null
      this.#needs.log.failure('http.failed', error, { reference, route })
      this.sendProblem({ problem: 'request/failed-with-reference', reference }, spokenWith(request))
    }
    this.end()
  }

  end(): void {
    this.#close()
    if (!this.#reply.raw.writableEnded) this.#reply.raw.end()
  }

  #write(frame: AssistantFrame<object> | SearchedFrame): void {
    const { raw } = this.#reply
    if (!raw.writableEnded && !raw.destroyed) raw.write(`${JSON.stringify(frame)}\n`)
  }
}
