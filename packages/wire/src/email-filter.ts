import type { Category } from './categories.ts'

/** RFC 8621 §4.4.1 FilterCondition: all of the given ones must hold. */
export interface EmailFilterCondition {
  inMailbox?: string
  inMailboxOtherThan?: string[]
  /** UTCDate; before it, or from it on. */
  before?: string
  after?: string
  minSize?: number
  maxSize?: number
  allInThreadHaveKeyword?: string
  someInThreadHaveKeyword?: string
  noneInThreadHaveKeyword?: string
  hasKeyword?: string
  notKeyword?: string
  hasAttachment?: boolean
  text?: string
  from?: string
  to?: string
  cc?: string
  bcc?: string
  subject?: string
  body?: string
  header?: [name: string] | [name: string, text: string]
  /** Query as a person typed it (search extension; docs/jmap.md). */
  query?: string
  /** Categories extension: of a conversation in that category. */
  inCategory?: Category
}

export type EmailFilter = EmailFilterCondition | { operator: 'AND' | 'OR' | 'NOT'; conditions: EmailFilter[] }
