import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { attachedText } from './attachment-text.ts'

/** A reader of attachments. Strangers wrote them, so reading may never finish or may end its process. */
export interface AttachmentReader {
  /** Returns the text of a message's attachments; null when it could not be read in time and memory. */
  read(raw: Buffer): Promise<string | null>
  /** Gives back what reading took. The next `read` begins anew. */
  rest(): Promise<void>
}

/** No limits and no isolation: the caller vouches for the messages. */
export const readingHere: AttachmentReader = {
  read: (raw) => attachedText(raw),
  rest: async () => {},
}

export interface ReadingLimits {
  /** One message's attachments. */
  budgetMs?: number
  heapMb?: number
  /** Somebody looks on: it is done before what can wait, and not after everything else. */
  isAwaited?: boolean
}

/**
 * Reads in a process of its own, one message after the other; a thread that runs out of memory can take its process
 * along. One that is stuck or gone is replaced, and costs what the one message's attachments say.
 */
export function readingApart(
  program: URL,
  { budgetMs = 15_000, heapMb = 192, isAwaited = false }: ReadingLimits = {},
): AttachmentReader {
  let running: Promise<ChildProcess> | undefined
  const end = async () => {
    const child = await running
    running = undefined
    if (child && child.exitCode === null && child.signalCode === null) {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await exited
    }
  }
  return {
    async read(raw) {
      const text = await answer(await (running ??= started(program, heapMb, isAwaited)), raw, budgetMs)
      if (text === null) await end()
      return text
    },
    rest: end,
  }
}

/** Tells the program that it need not stand back. */
export const awaited = 'awaited'

/** Waits until the code is loaded, so that the first message's budget is not spent on that. */
function started(program: URL, heapMb: number, isAwaited: boolean): Promise<ChildProcess> {
  const child = fork(fileURLToPath(program), isAwaited ? [awaited] : [], {
    execArgv: [`--max-old-space-size=${heapMb}`],
    // Nothing of our own environment: it holds secrets.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('the process that reads attachments does not start'))
    child.once('error', reject)
    child.once('exit', ended)
    child.once('message', () => {
      child.off('error', reject).off('exit', ended)
      // what it could not be sent is seen by its silence
      child.on('error', () => {})
      resolve(child)
    })
  })
}

function answer(child: ChildProcess, raw: Buffer, budgetMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const settle = (text: string | null) => {
      clearTimeout(timer)
      child.off('message', settleText).off('exit', ended)
      resolve(text)
    }
    const settleText = (text: unknown) => settle(typeof text === 'string' ? text : null)
    const ended = () => settle(null)
    const timer = setTimeout(ended, budgetMs)
    child.once('message', settleText)
    child.once('exit', ended)
    child.send(raw)
  })
}
