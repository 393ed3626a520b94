import type { JmapResponse } from '@plmail/wire'
import type { WebSocket } from 'ws'
import type { Log } from '../../../kit/log.ts'
import { hears, typesHeard } from '../../../people/index.ts'
import { Problem, type TokenHolder } from '../../../http/guard/index.ts'
import { limits } from '../../engine/limits.ts'
import { watchStates, type StateWatch, type StateWatchNeeds } from './state-watch.ts'
import { type ClientMessage, clientMessage, requestError } from './web-socket-messages.ts'

export interface ConversationNeeds extends StateWatchNeeds {
  holder: TokenHolder
  /** Works on the bytes of a Request in the user's turn; throws a Problem for what is none. */
  work(body: Buffer): Promise<JmapResponse>
  log: Log
  reference(): string
}

/** Not valid any more, of the wrong kind, and gone wrong here (RFC 6455 §7.4.1). */
const closing = { policy: 1008, unsupported: 1003, failed: 1011 } as const

/** One client on one socket, speaking RFC 8887 until either side closes. */
export function converse(socket: WebSocket, needs: ConversationNeeds): void {
  let pushing: Promise<StateWatch | undefined> = Promise.resolve(undefined)
  let working = 0
  const send = (message: object) =>
    new Promise<void>((resolve) => socket.send(JSON.stringify(message), () => resolve()))
  const fail = (error: unknown) => {
    needs.log.failure('http.live-failed', error)
    socket.close(closing.failed)
  }
  const enable = async (
    last: Promise<StateWatch | undefined>,
    message: ClientMessage & { kind: 'push-on' },
  ) => {
    ;(await last)?.end()
    const { userId, rights } = needs.holder
    const personal = await needs.changes.personal(userId)
    const watch = await watchStates(needs, {
      userId,
      since: message.since,
      failed: fail,
      types: typesHeard(rights, message.types),
      sees: (id) => hears(rights, id, personal),
      onStateChange: (change, pushState) => void send({ ...change, pushState }),
    })
    if (socket.readyState === socket.OPEN) watch.begin()
    else watch.end()
    return watch
  }
  const disable = async (last: Promise<StateWatch | undefined>) => {
    ;(await last)?.end()
    return undefined
  }
  const answer = async ({ id, body }: ClientMessage & { kind: 'request' }) => {
    if (!(await needs.holder.stillHolds()))
      return socket.close(closing.policy, 'The credentials are no longer valid')
    await pushing // what a request changes is told to whoever asked for it before
    try {
      await send({ '@type': 'Response', requestId: id, ...(await needs.work(body)) })
    } catch (error) {
      const reference = needs.reference()
      if (!(error instanceof Problem)) needs.log.failure('http.failed', error, { reference })
      await send(requestError(id, error instanceof Problem ? error : new Problem('failed'), reference))
    }
  }
  const handle = async (message: ClientMessage): Promise<unknown> => {
    if (message.kind === 'request') return answer(message)
    if (message.kind === 'wrong') return send(requestError(message.id, message.problem, needs.reference()))
    return (pushing = message.kind === 'push-on' ? enable(pushing, message) : disable(pushing))
  }
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return socket.close(closing.unsupported, 'Messages are text')
    // While this many are under way nothing more is read: a client that does not listen is not worked for.
    if (++working >= limits.maxConcurrentRequests) socket.pause()
    handle(clientMessage(data.toString()))
      .catch(fail)
      .finally(() => {
        working--
        socket.resume()
      })
  })
  socket.on('error', () => {}) // 'close' follows
  socket.once('close', () => void disable(pushing).catch(() => {}))
}
