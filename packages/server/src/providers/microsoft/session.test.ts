import { accountSessionSuite } from '../contract/account-session-suite.ts'
import { microsoftForTests } from './microsoft-for-tests.ts'

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
    placesOf: ({ places, keywords }) => [...places, ...keywords.filter((one) => !one.startsWith('$'))],
    keywordsOf: ({ keywords }) => keywords.filter((one) => one.startsWith('$')),
    expireAccess: () => emulated.microsoft.grants.expireAccess(mailbox.email),
    [Symbol.asyncDispose]: () => emulated[Symbol.asyncDispose](),
  }
})
