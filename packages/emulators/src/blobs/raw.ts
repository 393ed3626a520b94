/** MIME rendered on demand, so that a mailbox of 100,000 messages costs no memory. */
export interface RawMessage {
  /** Octets of what `render` gives. */
  readonly size: number
  /** The same bytes each time. */
  render(): Buffer
}

/** Bytes that are already there: a draft, an upload, a message that was sent. */
export function toRawMessage(bytes: Buffer | string): RawMessage {
  const content = typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : Buffer.from(bytes)
  return { size: content.length, render: () => content }
}

/** Bytes made anew at each call; only their number is kept, from the first time it is asked for. */
export function rawFrom(render: () => Buffer): RawMessage {
  let size: number | undefined
  return {
    get size() {
      size ??= render().length
      return size
    },
    render,
  }
}
