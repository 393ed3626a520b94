import { describe, expect, test } from 'vitest'
import { streamFrames } from './stream-frames.ts'

const answered = (pieces: readonly Uint8Array[], init: ResponseInit = {}) => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  return async () => new Response(body, init)
}
const bytes = (text: string) => new TextEncoder().encode(text)

async function follow(fetch: typeof globalThis.fetch) {
  let text = ''
  let seconds = 0
  const end = await streamFrames<{ text: string }>({
    path: '/mail/compose-assist',
    body: {},
    onText: (piece) => (text += piece),
    onSeconds: (elapsed) => (seconds = elapsed),
    signal: new AbortController().signal,
    fetch,
  })
  return { text, seconds, end }
}

describe('a stream of the assistant', () => {
  test('is followed to its end, wherever its bytes are cut', async () => {
    const all = bytes(
      '{"type":"state","value":"waiting"}\n{"type":"ping","elapsed":10}\n{"type":"token","text":"Grüße"}\n{"type":"done","text":"Grüße"}\n',
    )
    const pieces = [...all].map((byte) => Uint8Array.of(byte))
    expect(await follow(answered(pieces))).toMatchObject({
      text: 'Grüße',
      seconds: 10,
      end: { kind: 'done', value: { text: 'Grüße' } },
    })
  })

  test('that breaks off, or is a page of something else, is broken', async () => {
    expect((await follow(answered([bytes('{"type":"token","text":"a"}\n')]))).end).toEqual({ kind: 'broken' })
    expect((await follow(answered([bytes('<html>')], { status: 502 }))).end).toEqual({ kind: 'broken' })
    expect((await follow(() => Promise.reject(new TypeError()))).end).toEqual({ kind: 'broken' })
  })

  test('that is refused says why', async () => {
    const problem = { problem: 'assistant/stopped', detail: 'Stopped.' }
    const refused = answered([bytes(JSON.stringify(problem))], {
      status: 409,
      headers: { 'content-type': 'application/problem+json' },
    })
    expect((await follow(refused)).end).toEqual({ kind: 'refused', sentence: 'Stopped.', isStopped: false })
    const stopped = answered([
      bytes(
        `${JSON.stringify({ type: 'error', problem: { problem: problem.problem }, detail: 'Stopped.' })}\n`,
      ),
    ])
    expect((await follow(stopped)).end).toEqual({ kind: 'refused', sentence: 'Stopped.', isStopped: true })
  })
})
