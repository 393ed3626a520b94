/** The shapes that every JMAP method shares (RFC 8620 §3, §5) and the two that mail builds upon. Types only. */

/** Stands for arguments of an earlier call's answer; `path` is a JSON pointer with `*` (RFC 8620 §3.7). */
export interface ResultReference {
  resultOf: string
  name: string
  path: string
}

/** Why one object of a set was refused (RFC 8620 §5.3). */
export interface SetError {
  type: string
  description?: string | null
  properties?: string[]
}

export interface EmailAddress {
  name: string | null
  /** As written; empty when the field names somebody without an address. */
  email: string
}

/** A leaf of the MIME tree (RFC 8621 §4.1.4). */
export interface EmailBodyPart {
  partId: string | null
  blobId: string | null
  size: number
  name: string | null
  type: string
  charset?: string | null
  disposition: string | null
  cid: string | null
}

/** Paths and values of a partial update (RFC 8620 §5.3); null removes. */
export type PatchObject = Record<string, unknown>

export interface GetArgs {
  accountId: string
  ids?: string[] | null
  '#ids'?: ResultReference
  properties?: readonly string[] | null
  '#properties'?: ResultReference
}

export interface GetResult<T> {
  accountId: string
  state: string
  list: T[]
  notFound: string[]
}

export interface ChangesArgs {
  accountId: string
  sinceState: string
  maxChanges?: number
}

export interface ChangesResult {
  accountId: string
  oldState: string
  newState: string
  hasMoreChanges: boolean
  created: string[]
  updated: string[]
  destroyed: string[]
  /** Mailbox only: set when nothing but these changed (RFC 8621 §2.2). */
  updatedProperties?: string[] | null
}

export interface SetArgs<Create = Record<string, unknown>> {
  accountId: string
  ifInState?: string | null
  create?: Record<string, Create> | null
  update?: Record<string, PatchObject> | null
  destroy?: string[] | null
}

export interface SetResult<Created = { id: string }> {
  accountId: string
  oldState: string | null
  newState: string
  created?: Record<string, Created> | null
  updated?: Record<string, unknown> | null
  destroyed?: string[] | null
  notCreated?: Record<string, SetError> | null
  notUpdated?: Record<string, SetError> | null
  notDestroyed?: Record<string, SetError> | null
}
