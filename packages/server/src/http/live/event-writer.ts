import type { ServerResponse } from 'node:http'

/** A client that leaves this many bytes unread is cut off; it comes back and is told what it missed. */
const maxUnreadBytes = 256 * 1024

/** One block of an event stream (HTML §9.2). Values are single lines. */
export interface EventBlock {
  id?: string
  /** Without one of these the client only remembers the id. */
  event?: string
  data?: string
}

/** Writes an event stream as an answer; its headers leave at once. */
export class EventWriter {
  readonly #response: ServerResponse

  constructor(response: ServerResponse) {
    this.#response = response
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      // A stream that ends because the server closes must not leave a connection that is waited for, over a minute.
      connection: 'close',
    })
    this.#write('retry: 1000\n\n')
  }

  send(block: EventBlock): void {
    const lines = Object.entries(block).map(([field, value]) => `${field}: ${value}\n`)
    this.#write(`${lines.join('')}\n`)
  }

  /** Keeps proxies from closing the connection, and finds out that a client is gone. */
  comment(): void {
    this.#write(':\n\n')
  }

  end(): void {
    this.#response.end()
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return
    this.#response.write(text)
    if (this.#response.writableLength > maxUnreadBytes) this.#response.destroy()
  }
}
