import type { ServerResponse } from 'node:http'
import type { AccountId, StateChange } from '@plmail/wire'
import type { AccountState, LiveEvent } from '../../changes/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Language } from '../words/index.ts'
import { EventWriter } from './event-writer.ts'
import { changeMessage, type Message, toMessage, objectTypes, stateMessage } from './messages.ts'

/** One event stream (HTML §9.2) to one browser. */
export class EventStream {
  readonly #writer: EventWriter
  readonly #clock: Clock
  readonly #told = new Map<AccountId, number>()
  /** Initial states of accounts that the first message leaves out. */
  readonly #stood = new Map<AccountId, number>()
  #lastId: number

  /** `lastEventId` is what the browser heard last; ids go on from there, whichever process it was. */
  constructor(response: ServerResponse, clock: Clock, lastEventId: number) {
    this.#clock = clock
    this.#lastId = lastEventId
    this.#writer = new EventWriter(response)
  }

  /** `language` is that of who reads: whoever made a notice knew nobody's. */
  event(event: LiveEvent, language: Language): void {
    if (event.kind !== 'state') return this.#send(toMessage(event, language))
    const sentState = this.#told.get(event.accountId) ?? -1
    // The states sent at the start may be newer than an event that was on its way then; of other types they say nothing.
    if (event.state <= sentState && event.types.every((type) => objectTypes.includes(type))) return
    this.#told.set(event.accountId, Math.max(sentState, event.state))
    this.#send(toMessage(event, language))
  }

  /** Sends the states of all mail accounts of the user, with which a browser begins. */
  states(accounts: readonly AccountState[]): void {
    for (const { accountId, state } of accounts) this.#told.set(accountId, state)
    this.#send(stateMessage(accounts))
  }

  /** Records the state of an account that the first message leaves out: its news are reported from there. */
  stand({ accountId, state }: AccountState): void {
    this.#stood.set(accountId, state)
  }

  /** How far the browser has been told. */
  get told(): ReadonlyMap<AccountId, number> {
    return new Map([...this.#stood, ...this.#told])
  }

  /** Sends the changes of a gap, `accounts` and types. */
  missed(accounts: readonly AccountState[], change: StateChange | undefined): void {
    for (const { accountId, state } of accounts) this.#told.set(accountId, state)
    if (change) this.#send(changeMessage(change))
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
