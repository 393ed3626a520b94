import type { AccountId, TemplateId, UserId } from '@plmail/wire'

/** A message that is written more than once. The room takes texts as they are; http has judged them. */
export interface TemplateFields {
  name: string
  /** Empty: the message keeps its own. */
  subject: string
  /** As the editor wrote it; whoever shows it cleans it. */
  htmlBody: string
  sortOrder: number
}
export type TemplateView = TemplateFields & { id: TemplateId }

export type TemplateRefusal = 'too-many' | 'not-found'

export interface TemplateRequest {
  create: readonly TemplateFields[]
  update: ReadonlyMap<TemplateId, Partial<TemplateFields>>
  destroy: readonly TemplateId[]
}

export interface TemplateOutcome {
  oldState: number
  newState: number
  /** In the order of the request. */
  created: Array<TemplateView | TemplateRefusal>
  refusedUpdates: ReadonlyMap<TemplateId, TemplateRefusal>
  refusedDestroys: ReadonlyMap<TemplateId, TemplateRefusal>
}

/** Message templates of a user; every account here is a personal one. */
export interface Templates {
  /** By order and name; `ids` null: all. */
  list(accountId: AccountId, ids: readonly TemplateId[] | null): Promise<TemplateView[]>
  /** Finds the templates whose name, subject or text contains each of the words, by order and name. */
  find(accountId: AccountId, words: readonly string[]): Promise<TemplateId[]>
  /** Adds, changes and removes, in one write. */
  set(
    userId: UserId,
    accountId: AccountId,
    request: TemplateRequest,
    ifState: number | undefined,
  ): Promise<TemplateOutcome | 'state-mismatch'>
}
