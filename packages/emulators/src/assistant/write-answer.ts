import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { VirtualClock } from '../clock/clock.ts'
import { type ModelAnswer, tokensOf } from './model-answer.ts'
import type { StreamFrames } from './stream-frames.ts'

export interface StreamedAnswer {
  response: ServerResponse
  clock: VirtualClock
  frames: StreamFrames
  answer: ModelAnswer
  text: string
  promptTokens: number
  /** The first frame with text is about to leave. */
  onFirstToken(): void
}

/** Streams the text, damaged as the answer says. Resolves early when the client goes away; true when all of it left. */
export async function streamAnswer(streamed: StreamedAnswer): Promise<boolean> {
  const { response, clock, frames, answer, text, promptTokens, onFirstToken } = streamed
  const left = new AbortController()
  response.once('close', () => left.abort())
  response.writeHead(200, { 'content-type': answer.contentType ?? 'text/event-stream; charset=utf-8' })
  const write = (frame: string) => writePieces(response, Buffer.from(frame, 'utf8'), answer.pieceBytes)
  for (const frame of frames.opening) await write(frame)
  if (answer.silenceMs) await virtualSleep(clock, answer.silenceMs, left.signal)
  const tokens = tokensOf(text)
  for (const [index, token] of tokens.entries()) {
    if (left.signal.aborted) return false
    if (index === answer.cutAtToken) return cut(response, frames.token(token))
    if (answer.tokenMs) await sleep(answer.tokenMs)
    if (index === 0) onFirstToken()
    await write(frames.token(token))
  }
  if (left.signal.aborted) return false
  const counts = answer.isUncounted ? undefined : { prompt: promptTokens, answer: tokens.length }
  for (const frame of answer.failsAtEnd ? [frames.error] : frames.ending(counts)) await write(frame)
  response.end()
  return true
}

/** The first half of a frame, and then nothing. */
async function cut(response: ServerResponse, frame: string): Promise<boolean> {
  const half = Buffer.from(frame, 'utf8').subarray(0, Math.ceil(frame.length / 2))
  await new Promise((resolve) => response.write(half, resolve))
  response.destroy()
  return false
}

async function writePieces(response: ServerResponse, bytes: Buffer, size = bytes.length): Promise<void> {
  for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
    const isRoom = response.write(bytes.subarray(at, at + size))
    // Pieces that leave in one turn would arrive together.
    if (size < bytes.length) await sleep(0)
    if (!isRoom && !response.destroyed) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
}

function virtualSleep(clock: VirtualClock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.at(new Date(clock.now().getTime() + ms), () => resolve())
    signal.addEventListener('abort', () => {
      cancel()
      resolve()
    })
  })
}
