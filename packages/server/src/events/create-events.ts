import { type FactName, type Facts, requiredSubscribers, type Subscriber } from './facts.ts'

export interface Events {
  /** Calls every subscriber, one after the other. One that fails fails the publisher, and with it an open write. */
  publish<Name extends FactName>(name: Name, fact: Facts[Name]): Promise<void>
  /** Registers a room, while the rooms are wired. */
  subscribe<Name extends FactName>(
    name: Name,
    subscriber: Subscriber,
    handle: (fact: Facts[Name]) => Promise<void>,
  ): void
  /** Throws when a fact lacks a subscriber that it must have; to be called when every room is made. */
  requireSubscribers(): void
}

interface Subscription<Name extends FactName> {
  subscriber: Subscriber
  handle: (fact: Facts[Name]) => Promise<void>
}

type Subscriptions = { [Name in FactName]: Array<Subscription<Name>> }

/** Facts of one process. What has to survive it is a job, a row of the outbox or the change log instead. */
export function createEvents(): Events {
  const subscriptions: Subscriptions = {
    'account-added': [],
    'account-credentials-changed': [],
    'account-removed': [],
    'calendar-source-changed': [],
    'calendar-source-leaving': [],
    'mail-pausing-changed': [],
    'meeting-mail-arrived': [],
    'sign-in-changed': [],
  }
  return {
    publish: async <Name extends FactName>(name: Name, fact: Facts[Name]) => {
      for (const { handle } of subscriptions[name]) await handle(fact)
    },
    subscribe: (name, subscriber, handle) => {
      subscriptions[name].push({ subscriber, handle })
    },
    requireSubscribers: () => {
      const missing = Object.entries(requiredSubscribers).flatMap(([name, required]) => {
        const present = Object.entries(subscriptions).find(([fact]) => fact === name)?.[1] ?? []
        const names = new Set(present.map(({ subscriber }) => subscriber))
        return required.filter((room) => !names.has(room)).map((room) => `${room} to ${name}`)
      })
      if (missing.length > 0) throw new Error(`Rooms are not subscribed: ${missing.join(', ')}`)
    },
  }
}
