import { describe, expect, test } from 'vitest'
import type { LiveMessage } from '@plmail/wire'
import { createHttp } from '../net/index.ts'
import { scriptedServer } from '../net/scripted-server.fixture.ts'
import { startLive, type Channel, type Stream, type WithLock } from './index.ts'

const change = { '@type': 'StateChange', changed: { A1: { Email: '2' } } }

/** A browser whose tabs share one lock and one channel; time passes only by `wait`. */
function browser() {
  const streams: (Stream & { emit(type: string, data: string): void; url: string; isClosed: boolean })[] = []
  const waiting: { ms: number; task: () => void }[] = []
  const channels: Channel[] = []
  const queue: (() => void)[] = []
  let isLocked = false
  let hubStatus = 204
  const server = scriptedServer(() => ({ status: hubStatus }))

  const withLock: WithLock = async (_name, work) => {
    if (isLocked) await new Promise<void>((resolve) => queue.push(resolve))
    isLocked = true
    await work()
  }

  function openStream(url: string): Stream {
    const listeners = new Map<string, (event: { data: string }) => void>()
    const stream = {
      url,
      isClosed: false,
      onopen: null,
      onerror: null,
      addEventListener: (type: string, listener: (event: { data: string }) => void) =>
        void listeners.set(type, listener),
      close: () => void (stream.isClosed = true),
      emit: (type: string, data: string) => listeners.get(type)?.({ data }),
    }
    streams.push(stream)
    return stream
  }

  function tab(locks: 'locks' | 'no-locks' = 'locks') {
    const heard: LiveMessage[] = []
    const connections: boolean[] = []
    const channel: Channel = {
      onmessage: null,
      postMessage: (message) => {
        for (const peer of channels) if (peer !== channel) peer.onmessage?.({ data: message })
      },
    }
    channels.push(channel)
    const wake = startLive(
      {
        http: createHttp(server.fetch, () => undefined),
        openStream,
        after: (ms, task) => {
          waiting.push({ ms, task })
          return () => undefined
        },
        jitter: (ms) => ms,
        userId: 'U1',
        withLock: locks === 'locks' ? withLock : undefined,
        channel,
      },
      { message: (message) => heard.push(message), connected: (is) => connections.push(is) },
    )
    return { heard, connections, channel, wake }
  }

  return {
    streams,
    waiting,
    server,
    tab,
    settle: () => new Promise<void>((resolve) => setTimeout(resolve)),
    refuseHub: (status: number) => (hubStatus = status),
    leaderCloses: () => queue.shift()?.(),
  }
}

describe('the live stream', () => {
  test('asks for the subscriber cookie, then subscribes to the own topic', async () => {
    const { tab, streams, server, settle } = browser()
    tab()
    await settle()
    expect(server.received).toMatchObject([{ method: 'POST', path: '/api/session/hub' }])
    expect(streams.map(({ url }) => url)).toEqual(['/.well-known/hub?topic=%2Fusers%2FU1'])
  })

  test('two tabs hold one stream and both hear it', async () => {
    const { tab, streams, settle } = browser()
    const [first, second] = [tab(), tab()]
    await settle()
    expect(streams).toHaveLength(1)
    streams[0]?.onopen?.()
    streams[0]?.emit('state', JSON.stringify(change))
    expect(first.heard).toEqual([{ kind: 'state', change }])
    expect(second.heard).toEqual(first.heard)
    expect(second.connections).toEqual([true])
  })

  test('when the leading tab goes, another connects', async () => {
    const { tab, streams, settle, leaderCloses } = browser()
    tab()
    tab()
    await settle()
    leaderCloses()
    await settle()
    expect(streams).toHaveLength(2)
  })

  test('without locks every tab hears for itself and tells nobody', async () => {
    const { tab, streams, settle } = browser()
    const first = tab('no-locks')
    const second = tab('no-locks')
    await settle()
    expect(streams).toHaveLength(2)
    streams[0]?.emit('state', JSON.stringify(change))
    expect(first.heard).toHaveLength(1)
    expect(second.heard).toHaveLength(0)
  })

  test('a break says so, waits longer each time, and a connection starts the waits over', async () => {
    const { tab, streams, waiting, settle, refuseHub } = browser()
    const { connections } = tab()
    await settle()
    streams[0]?.onerror?.()
    expect(streams[0]?.isClosed).toBe(true)
    refuseHub(503)
    waiting.shift()?.task()
    await settle()
    refuseHub(204)
    expect(waiting.map(({ ms }) => ms)).toEqual([2_000])
    waiting.shift()?.task()
    await settle()
    streams[1]?.onopen?.()
    streams[1]?.onerror?.()
    expect(waiting.map(({ ms }) => ms)).toEqual([1_000])
    expect(connections).toEqual([false, true, false])
  })

  test('is opened anew after a sleep, by the tab that holds it', async () => {
    const { tab, streams, settle } = browser()
    const [first, second] = [tab(), tab()]
    await settle()
    streams[0]?.onopen?.()
    second.wake()
    first.wake()
    await settle()
    expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, false])
    streams[1]?.onopen?.()
    streams[1]?.emit('state', JSON.stringify(change))
    expect(second.heard).toEqual([{ kind: 'state', change }])
    expect(second.connections).toEqual([true, true])
  })

  test('unreadable events and foreign tab messages are ignored', async () => {
    const { tab, streams, settle } = browser()
    const { heard, channel } = tab()
    await settle()
    streams[0]?.emit('state', 'nonsense')
    for (const data of [
      null,
      1,
      { kind: 'live' },
      { kind: 'live', message: { kind: 'state' } },
      { kind: 'x' },
    ])
      channel.onmessage?.({ data })
    expect(heard).toEqual([])
  })
})
