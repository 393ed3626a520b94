import type { AccountId } from '@plmail/wire'

/** The account does not exist, or was removed before the write got its turn. */
export class AccountGone extends Error {
  readonly accountId: AccountId
  constructor(accountId: AccountId) {
    super(`Account ${accountId} does not exist`)
    this.accountId = accountId
  }
}
