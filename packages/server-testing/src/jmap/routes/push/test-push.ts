import type { AddressInfo } from 'node:net'
import type { AccountId, StateChange } from '@plmail/wire'
import { type Cause, createChanges, type ObjectType } from '../../../../../server/src/changes/index.ts'
import { silentLog } from '../../../../../server/src/kit/log.ts'
import { createListener } from '../../../../../server/src/store/listen.ts'
import { type JmapForTests, jmapForTests, type JmapParts, type JmapTestOptions } from '../../test-jmap.ts'

/** A process that listens on a port and hears what others write. */
export interface PushForTests extends JmapForTests {
  /** Its address without a slash at the end. */
  address: string
  /** Writes to an account as another process would, with one entry of the log for each type. */
  write(account: AccountId | number, ...types: ObjectType[]): Promise<number>
  /** As `write`, and the object is a new one. */
  add(account: AccountId | number, ...types: ObjectType[]): Promise<number>
}

const cause: Cause = { actor: { kind: 'system' }, verb: 'arrive' }

export async function pushForTests(
  jmap: Partial<JmapParts> = {},
  options: JmapTestOptions = {},
): Promise<PushForTests> {
  let close = async () => {}
  const made = await jmapForTests({
    ...options,
    jmap: (room) => {
      const listener = createListener({ connectionString: room.db.connectionString, log: silentLog })
      close = listener.close
      const changes = createChanges({
        database: room.db.database,
        listen: listener.listen,
        clock: room.clock,
      })
      return { changes, ...jmap, ...options.jmap?.(room) }
    },
  })
  await made.http.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = made.http.app.server.address() as AddressInfo
  const written = async (kind: 'created' | 'updated', account: number, types: readonly ObjectType[]) => {
    const { state } = await made.room.changes.write(account as AccountId, cause, async (change) => {
      for (const type of types) change[kind](type, [1])
    })
    return state
  }
  return {
    ...made,
    address: `http://127.0.0.1:${port}`,
    write: (account, ...types) => written('updated', account, types),
    add: (account, ...types) => written('created', account, types),
    [Symbol.asyncDispose]: async () => {
      await made.http.app.close()
      await close()
      await made.room[Symbol.asyncDispose]()
    },
  }
}

/** One block of an event stream. */
export interface Heard {
  id?: string
  event?: string
  data?: unknown
}

export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #text = ''

  constructor(answer: Response) {
    this.#reader = answer.body!.getReader()
  }

  /** The next block with an event, undefined once the stream has ended. */
  async next(): Promise<(Heard & { change?: StateChange }) | undefined> {
    for (;;) {
      const block = await this.block()
      if (!block || block.event !== undefined) return block as Heard
    }
  }

  /** The next block that is not a comment. */
  async block(): Promise<Heard | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end >= 0) {
        const lines = this.#text.slice(0, end).split('\n')
        this.#text = this.#text.slice(end + 2)
        const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)))
        if ('retry' in fields || '' in fields || lines[0] === ':') continue
        return 'data' in fields ? { ...fields, data: JSON.parse(fields['data'] as string) } : fields
      }
      const { done, value } = await this.#reader.read()
      if (done) return undefined
      this.#text += new TextDecoder().decode(value)
    }
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel().catch(() => {})
  }
}
