import type { IncomingMessage } from 'node:http'
import { type Connection, requestOn } from './connection.ts'

interface StreamedEvent {
  event: string
  data: unknown
  /** When it arrived, by performance.now(). */
  at: number
}

/** An open live stream, read as a browser's EventSource would. */
export interface EventStream extends Disposable {
  /** Everything heard so far. */
  readonly received: readonly StreamedEvent[]
  /** The first event, heard already or yet to come, that fits; rejects after `withinMs`. */
  first(fits: (event: StreamedEvent) => boolean, withinMs: number): Promise<StreamedEvent>
}

export function openEventStream(
  url: string,
  headers: Record<string, string>,
  connection: Connection = {},
): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const sent = requestOn(connection, new URL(url), { headers: { accept: 'text/event-stream', ...headers } })
    sent.once('error', reject)
    sent.once('response', (answer) => {
      if (answer.statusCode === 200) resolve(reading(answer, () => sent.destroy()))
      else reject(new Error(`The hub answered ${answer.statusCode}`))
    })
    sent.end()
  })
}

function reading(answer: IncomingMessage, close: () => void): EventStream {
  const received: StreamedEvent[] = []
  const waiting = new Set<() => void>()
  let rest = ''
  answer.setEncoding('utf8')
  answer.on('error', () => {}) // the server may be killed while we listen
  answer.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    received.push(...blocks.flatMap(getEvent))
    for (const look of waiting) look()
  })
  return {
    received,
    first: (fits, withinMs) =>
      new Promise((resolve, reject) => {
        const end = (finish: () => void) => {
          clearTimeout(timer)
          waiting.delete(look)
          finish()
        }
        const look = () => {
          const event = received.find(fits)
          if (event) end(() => resolve(event))
        }
        const timer = setTimeout(
          () =>
            end(() => reject(new Error(`Not heard in ${withinMs} ms; heard ${JSON.stringify(received)}`))),
          withinMs,
        )
        waiting.add(look)
        look()
      }),
    [Symbol.dispose]: close,
  }
}

/** Comments and blocks without data, such as `retry`, are no events (HTML §9.2.6). */
function getEvent(block: string): StreamedEvent[] {
  const field = (name: string) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .join('\n')
  const data = field('data')
  return data === '' ? [] : [{ event: field('event'), data: JSON.parse(data), at: performance.now() }]
}
