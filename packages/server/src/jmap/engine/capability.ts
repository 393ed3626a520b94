import type { Caller, JmapAccount, Method } from './method.ts'

/** What stands beside the URI of a capability in the session (RFC 8620 §2). */
export type CapabilityValue = Readonly<Record<string, unknown>>

/**
 * A capability as it declares itself: its part of the session, its limits and its methods. `main/jmap-capabilities.ts`
 * lists those of this server; the engine knows none of them by name.
 */
export interface Capability {
  /** The URI that requests name in `using`. */
  uri: string
  /** Its value for the whole server, whose address is `origin`; default: an empty object. */
  ofServer?(origin: string): CapabilityValue
  /** Its value in an account; undefined where an account does not have it. Without this, none has. */
  ofAccount?(account: SessionAccount): CapabilityValue | undefined
  /** The personal account, where it has this, comes before the others as the primary one. */
  isPersonalFirst?: true
  /** Only announced to callers with an account that has it. Others may name it in `using` all the same. */
  isAnnouncedWithAccount?: true
  /** Capabilities of one family open each other's methods: clients name one of them and call methods of all. */
  family?: 'mail'
  /** Numbers that its methods keep to, besides those in its values (docs/jmap.md prints them). */
  limits?: Readonly<Record<string, number>>
  methods?: Readonly<Record<string, Method>>
}

/** An account of the session, and what may be done in it by these credentials. */
export interface SessionAccount {
  account: JmapAccount
  caller: Caller
  holdsMail: boolean
  holdsCalendars: boolean
  /** The user's personal account, which holds no mail. */
  isOfPerson: boolean
}

type AccountKind = 'holdsMail' | 'holdsCalendars' | 'isOfPerson'

/** `ofAccount` of a capability that every account of these kinds has, with nothing to say about it. */
export const inAccountsThat =
  (...kinds: readonly AccountKind[]) =>
  (account: SessionAccount): CapabilityValue | undefined =>
    kinds.some((kind) => account[kind]) ? {} : undefined
