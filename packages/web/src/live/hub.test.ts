import type { LiveMessage } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import type { Http } from '../net/index.ts'
import { holdHub, type Stream } from './hub.ts'

/** A server whose streams are opened and broken by hand; time passes when it is told to. */
function stage({ isAllowing = true } = {}) {
  const streams: Array<
    Stream & { url: string; isClosed: boolean; listeners: Map<string, (event: { data: string }) => void> }
  > = []
  const retries: Array<{ ms: number; task: () => void; isOff: boolean }> = []
  const heard = { connected: [] as boolean[], messages: [] as LiveMessage[] }
  const server = { isAllowing }
  const stop = holdHub(
    {
      http: { call: async () => (server.isAllowing ? { ok: true } : { ok: false }) } as unknown as Http,
      openStream: (url) => {
        const listeners = new Map<string, (event: { data: string }) => void>()
        const stream = {
          url,
          listeners,
          isClosed: false,
          onopen: null as (() => void) | null,
          onerror: null as (() => void) | null,
          addEventListener: (type: string, listener: (event: { data: string }) => void) =>
            void listeners.set(type, listener),
          close: () => void (stream.isClosed = true),
        }
        streams.push(stream)
        return stream
      },
      after: (ms, task) => {
        const retry = { ms, task, isOff: false }
        retries.push(retry)
        return () => void (retry.isOff = true)
      },
      jitter: (ms) => ms,
      userId: 'U/1',
    },
    { connected: (is) => heard.connected.push(is), message: (message) => heard.messages.push(message) },
  )
  return { streams, retries, heard, server, stop }
}

const turns = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

describe('the event stream', () => {
  test('is that of the user, and says when it stands', async () => {
    const { streams, heard } = stage()
    await turns()
    expect(streams.map(({ url }) => url)).toEqual(['/.well-known/hub?topic=%2Fusers%2FU%2F1'])
    streams[0]!.onopen?.()
    expect(heard.connected).toEqual([true])
  })

  test('passes on what it understands, and nothing else', async () => {
    const { streams, heard } = stage()
    await turns()
    const change = { '@type': 'StateChange', changed: { A1: { Email: '2' } } }
    streams[0]!.listeners.get('state')?.({ data: JSON.stringify(change) })
    streams[0]!.listeners.get('state')?.({ data: '{"@type":"Other"}' })
    expect(heard.messages).toEqual([{ kind: 'state', change }])
  })

  test('that breaks is closed and opened again, later each time, until it stands', async () => {
    const { streams, retries, heard } = stage()
    for (const [round, ms] of [1_000, 2_000, 4_000].entries()) {
      await turns()
      streams[round]!.onerror?.()
      expect(streams[round]!.isClosed).toBe(true)
      expect(retries.at(-1)?.ms).toBe(ms)
      retries.at(-1)!.task()
    }
    await turns()
    streams[3]!.onopen?.()
    streams[3]!.onerror?.()
    expect(retries.at(-1)?.ms).toBe(1_000)
    expect(heard.connected).toEqual([false, false, false, true, false])
  })

  test('waits at most half a minute', async () => {
    const { streams, retries } = stage()
    for (let round = 0; round < 8; round += 1) {
      await turns()
      streams.at(-1)!.onerror?.()
      retries.at(-1)!.task()
    }
    expect(Math.max(...retries.map(({ ms }) => ms))).toBe(30_000)
  })

  test('that is not allowed is asked for again later', async () => {
    const { streams, retries, server } = stage({ isAllowing: false })
    await turns()
    expect([streams.length, retries.length]).toEqual([0, 1])
    server.isAllowing = true
    retries[0]!.task()
    await turns()
    expect(streams).toHaveLength(1)
  })

  test('is let go when nobody holds it any more, and does not come back', async () => {
    const { streams, retries, stop } = stage()
    await turns()
    streams[0]!.onerror?.()
    stop()
    expect(retries[0]!.isOff).toBe(true)
    expect(streams[0]!.isClosed).toBe(true)
  })

  test('that was stopped before it was allowed is never opened', async () => {
    const { streams, stop } = stage()
    stop()
    await turns()
    expect(streams).toEqual([])
  })
})
