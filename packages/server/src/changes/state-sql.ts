/**
 * The state of an account as a scalar of a larger statement, so that what the statement finds and the state belong to
 * one moment. `parameter` is the account's id, `$1` for instance. Null for an account that is not there.
 */
export const stateInSql = (parameter: string): string =>
  `(select state from jmap_account where id = ${parameter})`
