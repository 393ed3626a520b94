import type { GetArgs, GetResult, PatchObject, SetResult } from './jmap-shapes.ts'

/** The automatic reply of a provider while the owner of a mailbox is away (RFC 8621 §8). */
export interface VacationResponse {
  id: 'singleton'
  isEnabled: boolean
  /** UTCDate; null: at once. */
  fromDate: string | null
  /** UTCDate; null: until it is switched off. */
  toDate: string | null
  /** Null where the provider finds one. */
  subject: string | null
  textBody: string | null
  htmlBody: string | null
}

export interface VacationMethods {
  'VacationResponse/get': { args: GetArgs; result: GetResult<VacationResponse> }
  'VacationResponse/set': {
    args: { accountId: string; update: { singleton: PatchObject } }
    result: SetResult
  }
}
