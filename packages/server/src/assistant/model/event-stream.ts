/** A frame longer than this is no frame of a model's. */
const maxFrameLength = 256 * 1024

/** The stream is none of server-sent events, or one frame of it is beyond measure. */
export class UnusableStream extends Error {}

/**
 * Reads server-sent events (HTML §9.2) out of bytes as they come; characters may be cut between two pieces. `onData`
 * gets the data of each event.
 */
export function createEventReader(onData: (data: string) => void): { push(bytes: Uint8Array): void } {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  let data: string[] = []
  const takeLine = (line: string) => {
    if (line === '') {
      if (data.length > 0) onData(data.join('\n'))
      data = []
    } else if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''))
  }
  return {
    push: (bytes) => {
      rest += decoder.decode(bytes, { stream: true })
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      if (rest.length > maxFrameLength) throw new UnusableStream()
      for (const line of lines) takeLine(line)
    },
  }
}
