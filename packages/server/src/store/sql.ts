/** Something SQL can be run on: the pool or a transaction. Rooms keep their SQL visible, as text with `$1` parameters. */
export interface Sql {
  /** Runs one statement. `Row` states what the statement selects; int8 arrives as a number. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** As `query`, but prepared once per connection under `name`; for the hottest statements only. */
  prepared<Row>(name: string, text: string, values?: readonly unknown[]): Promise<Row[]>
}

declare const transactionBrand: unique symbol

/** An open transaction. Handing it on is how several rooms write in one commit. */
export interface Tx extends Sql {
  readonly [transactionBrand]: true
  /**
   * Runs one statement, prepared, whose answer nobody waits for: it goes out with what comes next, `commit` at the
   * latest. When it fails, so does the transaction.
   */
  send(name: string, text: string, values?: readonly unknown[]): void
  /** Runs once the transaction has committed; never after a roll-back. */
  afterCommit(run: () => void): void
}
