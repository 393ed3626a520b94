/**
 * Conditions that a function composes of itself, filter within filter: they are conditions whatever is in them. What
 * is in them is prepared by itself (searches.test.ts).
 */
export const standIns: ReadonlyMap<string, string> = new Map([
  ['packages/server/src/mail/search/compile-filter.ts compileCondition', 'true'],
  ['packages/server/src/mail/search/compile-filter.ts asksTooMuch', 'false'],
  ['packages/server/src/contacts/cards/query-cards.ts compileCondition', 'true'],
])

/**
 * Files that are not read: a query of mail is run by the tests in all its forms instead (searches.test.ts), and what is
 * in `listen` is the name of a channel, which cannot be prepared.
 */
export const unread: readonly string[] = [
  'packages/server/src/mail/lists/gather-rows.ts',
  'packages/server/src/mail/search/coverage.ts',
  'packages/server/src/store/listening-connection.ts',
]
