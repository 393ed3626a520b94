import type { Truth } from '../../../../emulators/src/mailbox.ts'
import { accountSessionSuite } from '../../../../server-testing/src/providers/contract/account-session-suite.ts'
import { googleForTests } from '../../../../server-testing/src/providers/google/test-google.ts'

const hiding = ['trash', 'junk']
const noMailboxes = /^(important|category_|CATEGORY_)/i

function getPlaces({ places }: Truth['messages'][number]): string[] {
  const hidden = hiding.find((role) => places.includes(role))
  if (hidden !== undefined) return [hidden]
  const mailboxes = places.filter((place) => !noMailboxes.test(place))
  return mailboxes.length > 0 ? mailboxes : ['archive']
}

accountSessionSuite('Google', async () => {
  const emulated = await googleForTests()
  const mailbox = emulated.google.addAccount('ada@example.test', { name: 'Ada' })
  const session = await emulated.open(mailbox.email)
  return {
    session,
    mailbox,
    faults: emulated.world.faults,
    problems: () => emulated.world.requests.problems(),
    operations: {
      pull: 'gmail.users.history.list',
      fetch: 'gmail.users.messages.get',
      token: 'google.token',
    },
    getPlaces,
    getKeywords: ({ keywords, places }) => [
      ...keywords,
      ...(places.includes('important') ? ['$important'] : []),
      ...places.filter((place) => /^category_/i.test(place)).map((place) => place.toLowerCase()),
    ],
    expireAccess: () => emulated.google.grants.expireAccess(mailbox.email),
    [Symbol.asyncDispose]: () => emulated[Symbol.asyncDispose](),
  }
})
