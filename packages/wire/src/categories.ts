/** The five kinds of mail that a list can be split by; `primary` is everything that is none of the others. */
export const categories = ['primary', 'social', 'promotions', 'updates', 'forums'] as const

export type Category = (typeof categories)[number]

export const isCategory = (value: unknown): value is Category =>
  categories.some((category) => category === value)

/**
 * The rule that decided a category. `hand`: somebody chose it. `provider`: the mailbox's own tabs. `known`: the user
 * has written to the sender. `list`, `social`, `automatic`, `bulk`: the message's own headers. `nothing`: nothing
 * indicated another than Primary.
 */
export type CategoryRule =
  'hand' | 'provider' | 'known' | 'list' | 'social' | 'automatic' | 'bulk' | 'nothing'

/** Why mail is in a category. */
export interface CategoryReason {
  rule: CategoryRule
  /** The header field that decided, in lower case; `from` where the sender's address did. */
  field: string | null
  /** Value that decided: a domain, an address, a field's value; at most 200 characters. */
  value: string | null
}

/** Categories extension: a property of Thread (docs/jmap.md). */
export interface ThreadCategory extends CategoryReason {
  name: Category
  /** The message that decided; null where the conversation holds none that was received. */
  emailId: string | null
}

/** Categories extension: what a list holds of one category. */
export interface CategoryCount {
  category: Category
  /** Conversations, those with unread mail, and of these the ones with mail since the time that was given. */
  total: number
  unread: number
  fresh: number
}

/** Categories extension: List/categories. */
export interface ListCategoriesArgs {
  role?: string
  accountId?: string
  mailboxId?: string
  /** UTCDate by category; everything unread is fresh where there is none. */
  seenAt?: Partial<Record<Category, string>>
}

export interface ListCategoriesResult {
  /** All five, in their order. */
  list: CategoryCount[]
  /** As in List/query. */
  states: Record<string, string>
}
