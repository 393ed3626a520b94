import type { EmailAddress } from '@plmail/wire'
import type { EmailAddressGroup } from '../read/addresses.ts'

/** A message to be written: what composeMessage makes bytes of. */
export interface Draft {
  fields: readonly DraftField[]
  body: DraftPart
}

/** One header field in one of the forms of RFC 8621 §4.1.2. */
export type DraftField = { name: string } & HeaderValue

export type HeaderValue =
  | { form: 'asRaw' | 'asText'; value: string }
  /** RFC 3339 with an offset. */
  | { form: 'asDate'; value: string }
  | { form: 'asAddresses'; value: readonly EmailAddress[] }
  | { form: 'asGroupedAddresses'; value: readonly EmailAddressGroup[] }
  /** Without angle brackets. */
  | { form: 'asMessageIds' | 'asURLs'; value: readonly string[] }

/** One body part. Of a root part the fields are fields of the message. */
export interface DraftPart {
  /** Lower case, `type/subtype`. */
  type: string
  /** Further parameters of Content-Type, never charset, boundary or name. */
  parameters: ReadonlyArray<readonly [string, string]>
  /** Charset of bytes; for text it is chosen automatically. */
  charset: string | null
  disposition: string | null
  name: string | null
  /** Without angle brackets. */
  cid: string | null
  language: readonly string[] | null
  location: string | null
  fields: readonly DraftField[]
  content: DraftContent
}

export type DraftContent =
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'parts'; parts: readonly DraftPart[] }

/** A part of this type with nothing else said of it. */
export function plainPart(type: string, content: DraftContent): DraftPart {
  return {
    type,
    parameters: [],
    charset: null,
    disposition: null,
    name: null,
    cid: null,
    language: null,
    location: null,
    fields: [],
    content,
  }
}
