import { expect, test } from 'vitest'
import { scriptedClient, scriptedProvider } from '../../../../server-testing/src/people/scripted-provider.ts'
import { ada, testKeys, testPeople, visitor } from '../../../../server-testing/src/people/test-people.ts'
import { testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { createEvents } from '../../events/index.ts'
import { fixedClock } from '../../kit/clock.ts'

test('whoever gets or loses an identity to sign in with is told, and nobody who only signs in', async () => {
  await using db = await testDatabase()
  const clock = fixedClock(new Date('2026-03-01T12:00:00Z'))
  const provider = await scriptedProvider(clock)
  const changes: string[] = []
  const events = createEvents()
  events.subscribe(
    'sign-in-changed',
    'sign-in-notices',
    async ({ change, subject }) => void changes.push(`${change} ${subject}`),
  )
  const environment = { issuer: provider.issuer, ...scriptedClient, name: 'Example ID', isOnlyWay: false }
  const { people } = testPeople(
    db.database,
    testKeys(),
    clock,
    undefined,
    events,
    () => 'https://mail.example.org',
    { ask: provider.ask, environment },
  )
  const created = await people.users.create(ada, { isAdmin: false })
  if (!created.ok) throw new Error('Ada was not made')
  const { id: userId } = created.user
  const { session } = await people.sessions.open(userId, visitor)
  const owner = { userId, session: session.digest }
  const flow = { redirectUri: 'https://mail.example.org/', browser: 'b', next: '/', address: visitor.address }
  const goThere = async (more: object, back: object) => {
    const begun = await people.singleSignOn.begin({ ...flow, ...more })
    if (!begun.ok) throw new Error(begun.problem.problem)
    const query = new URLSearchParams(provider.signIn(begun.url))
    return people.singleSignOn.complete({ query, browser: 'b', ...back })
  }
  expect(await goThere({ errand: { purpose: 'link', ...owner } }, { visitor: owner })).toMatchObject({
    ok: true,
    kind: 'linked',
  })
  expect(await goThere({}, {})).toMatchObject({ ok: true, kind: 'signed-in' })
  const [identity] = await people.singleSignOn.identities(userId)
  await people.singleSignOn.unlink(userId, identity!.id)
  expect(changes).toEqual(['identity-linked Example ID', `identity-unlinked ${provider.issuer}`])
})
