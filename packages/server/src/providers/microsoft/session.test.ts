import { accountSessionSuite } from '../../../../server-testing/src/providers/contract/account-session-suite.ts'
import { microsoftForTests } from '../../../../server-testing/src/providers/microsoft/test-microsoft.ts'

accountSessionSuite('Microsoft', async () => {
  const emulated = await microsoftForTests()
  const mailbox = emulated.microsoft.addAccount('ada@contoso.test')
  const session = await emulated.open(mailbox.email)
  return {
    session,
    mailbox,
    faults: emulated.world.faults,
    problems: () => emulated.world.requests.problems(),
    operations: {
      pull: 'graph.messages.delta',
      fetch: 'graph.messages.value',
      token: 'microsoft.token',
    },
    // Categories are mailboxes beside the folder.
    getPlaces: ({ places, keywords }) => [
      ...places,
      ...keywords.filter((keyword) => !keyword.startsWith('$')),
    ],
    getKeywords: ({ keywords }) => keywords.filter((keyword) => keyword.startsWith('$')),
    expireAccess: () => emulated.microsoft.grants.expireAccess(mailbox.email),
    [Symbol.asyncDispose]: () => emulated[Symbol.asyncDispose](),
  }
})
