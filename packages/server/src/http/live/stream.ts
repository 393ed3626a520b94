import type { ServerResponse } from 'node:http'
import type { AccountId } from '@plmail/wire'
import type { AccountState, LiveEvent } from '../../changes/index.ts'
import type { Clock } from '../../kit/clock.ts'
import { EventWriter } from './event-writer.ts'
import { type Message, messageOf, stateMessage } from './messages.ts'

/** One event stream (HTML §9.2) to one browser. */
export class EventStream {
  readonly #writer: EventWriter
  readonly #clock: Clock
  readonly #told = new Map<AccountId, number>()
  #lastId: number

  /** `lastEventId` is what the browser heard last; ids go on from there, whichever process it was. */
  constructor(response: ServerResponse, clock: Clock, lastEventId: number) {
    this.#clock = clock
    this.#lastId = lastEventId
    this.#writer = new EventWriter(response)
  }

  event(event: LiveEvent): void {
    if (event.kind !== 'state') return this.#send(messageOf(event))
    // The states sent at the start may be newer than an event that was on its way then.
    if (event.state <= (this.#told.get(event.accountId) ?? -1)) return
    this.#told.set(event.accountId, event.state)
    this.#send(messageOf(event))
  }

  /** Where all accounts of the user stand: what a browser needs after a gap. */
  states(accounts: readonly AccountState[]): void {
    for (const { accountId, state } of accounts) this.#told.set(accountId, state)
    this.#send(stateMessage(accounts))
  }

  /** A comment, so that proxies keep the connection and a dead one is noticed. */
  ping(): void {
    this.#writer.comment()
  }

  end(): void {
    this.#writer.end()
  }

  #send({ name, data }: Message): void {
    this.#lastId = Math.max(this.#lastId + 1, this.#clock.now().getTime())
    this.#writer.send({ id: String(this.#lastId), event: name, data })
  }
}
