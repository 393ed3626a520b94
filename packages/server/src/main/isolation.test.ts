import { ProviderName } from '@plmail/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredMethods } from '../../../server-testing/src/jmap/test-jmap.ts'
import { answersOfRoutes, type RouteAnswers } from '../../../server-testing/src/main/answers-of-routes.ts'
import { nothing, type Objects } from '../../../server-testing/src/main/isolation-objects.ts'
import { methodCases, type Named } from '../../../server-testing/src/main/isolation-methods.ts'
import { fillAccount, secretOf } from '../../../server-testing/src/main/isolation-person.ts'
import {
  routeCases,
  routesForAdministrators,
  routesThatNameNothing,
} from '../../../server-testing/src/main/isolation-routes.ts'
import {
  commonPassword,
  type Json,
  type Person,
  type WholeServer,
  wholeServer,
} from '../../../server-testing/src/main/whole-server.ts'

/**
 * What belongs to somebody else does not exist: every method and every route answers exactly as it answers for ids that
 * nothing ever had. The same holds between the accounts of one user. A method or route without a case fails here.
 */
let server: WholeServer
let ada: Person
let bob: Person
/** What is in Ada's first account. */
let hers: Objects
/** The same in her second account, and in both of Bob's. */
let atWork: Objects
let his: Objects
let his2: Objects
beforeAll(async () => {
  server = await wholeServer()
  ada = await server.person('ada', 2)
  bob = await server.person('bob', 2)
  hers = await fillAccount(server, ada, 0)
  atWork = await fillAccount(server, ada, 1)
  his = await fillAccount(server, bob, 0)
  his2 = await fillAccount(server, bob, 1)
})
afterAll(() => server[Symbol.asyncDispose]())

/** Kinds of object that belong to the person whatever the account: only who asks tells them apart. */
const kindsOfPerson = [
  'user',
  'journal',
  'subscription',
  'appPassword',
  'personal',
  'savedSearch',
  'template',
  'addressBook',
  'card',
  'trustedSender',
  'rule',
  'ruleRun',
  'listRun',
] as const

/** The answer with the ids that were asked for taken out, so that two answers can be compared; plain numbers may mean anything. */
function anonymous(answer: unknown, named: Objects): string {
  let text = JSON.stringify(answer)
  for (const [kind, id] of Object.entries(named))
    if (kind !== 'since' && kind !== 'conflict')
      text = text.replaceAll(new RegExp(`\\b${id}(?!\\d)`, 'g'), `<${kind}>`)
  return text
}

const table = [...declaredMethods.keys()]

test('every method has its case, and no case is left over', () => {
  expect(Object.keys(methodCases).sort()).toEqual(table.toSorted())
})

const argumentsFor = (name: string, named: Named) => methodCases[name]?.(named) ?? []

/** Calls what names `foreign` and what names `unknown` in the same way; both answers, made comparable. */
async function collectAnswers(who: Person, name: string, foreign: Named, unknown: Named) {
  const pairs: Array<[foreign: string, unknown: string]> = []
  for (const [at, args] of argumentsFor(name, foreign).entries()) {
    const others = argumentsFor(name, unknown)[at]!
    const answer = anonymous(await who.call(name, args), foreign.asked)
    pairs.push([answer, anonymous(await who.call(name, others), unknown.asked)])
  }
  return pairs
}

describe.each(table)('%s', (name) => {
  test.each(['in the account of another user', 'in one’s own account'])(
    'knows nothing of another user %s',
    async (place) => {
      const accounts = place === 'in one’s own account' ? [his, his] : [hers, nothing]
      const [foreign, unknown] = [hers, nothing].map((objects, at): Named => ({
        asked: { ...objects, account: accounts[at]!.account, personal: accounts[at]!.personal },
        here: his,
        elsewhere: his2,
      })) as [Named, Named]
      for (const [answer, expected] of await collectAnswers(bob, name, foreign, unknown)) {
        expect(answer).toBe(expected)
        expect(answer).not.toContain(secretOf(ada))
        expect(answer).not.toMatch(new RegExp(`\\b${hers.account}\\b`))
      }
    },
  )

  test('knows nothing of another account of the same user', async () => {
    const ofPerson = Object.fromEntries(kindsOfPerson.map((kind) => [kind, nothing[kind]]))
    const [foreign, unknown] = [hers, nothing].map((objects): Named => ({
      asked: {
        ...objects,
        account: atWork.account,
        ...ofPerson,
      },
      here: atWork,
      elsewhere: { ...hers, blob: 'Bnone' },
    })) as [Named, Named]
    for (const [answer, expected] of await collectAnswers(ada, name, foreign, unknown))
      expect(answer).toBe(expected)
  })

  test('finds nothing in a personal account, or the other way round', async () => {
    const asked = { ...hers, account: ada.personalId, personal: hers.account }
    const all = argumentsFor(name, { asked, here: atWork, elsewhere: atWork })
    const swapped = [ada.personalId, hers.account]
    // Bytes are kept in both, each its own.
    const isOfBoth = /^(Blob\/|CalendarEvent\/parse$)/.test(name)
    for (const args of all.filter((json) => swapped.includes(String(json['accountId'])))) {
      const [answered, answer] = await ada.call(name, args)
      const isRefused = answered === 'error' && answer['type'] === 'accountNotSupportedByMethod'
      const isNotFound = JSON.stringify(answer).includes('otFound":[')
      expect(isOfBoth ? isNotFound || name === 'Blob/copy' : isRefused).toBe(true)
    }
  })
})

// A /set destroys what the others name, whichever capability declares them first.
const setsLast = [
  ...table.filter((name) => !name.endsWith('/set')),
  ...table.filter((name) => name.endsWith('/set')),
]

// Last, for it changes things. What found nothing for its owner would prove nothing above.
describe.each(setsLast)('%s of one’s own', (name) => {
  test('is found by what the cases name', async () => {
    const here = { here: hers, elsewhere: atWork }
    const [own, unknown] = [hers, { ...nothing, account: hers.account, personal: hers.personal }].map(
      (asked): Named => ({
        asked,
        ...here,
      }),
    ) as [Named, Named]
    const calls = [own, unknown].map((named) => argumentsFor(name, named).map((args) => JSON.stringify(args)))
    const pairs = await collectAnswers(ada, name, own, unknown)
    for (const [at, [answer, other]] of pairs.entries()) {
      const isOtherCall = calls[0]![at] !== calls[1]![at]
      expect(isOtherCall ? answer !== other : !answer.includes('accountNotFound')).toBe(true)
    }
  })
})

describe('every HTTP route', () => {
  test('has its case or is known to name nothing, and no case is left over', () => {
    const walked = [...Object.keys(routeCases), ...routesForAdministrators]
    expect([...walked, ...routesThatNameNothing].sort()).toEqual(server.routes)
    const named = routesThatNameNothing.filter((route) => route.replace(':provider', '').includes(':'))
    expect(named).toEqual([])
  })

  test.each(routesForAdministrators)('%s is not for others', async (route) => {
    const [method, path] = route.split(' ') as ['GET' | 'POST' | 'DELETE', string]
    const { status } = await bob.ask({
      method,
      url: path.replace(':id', '1').replace(':provider', ProviderName.google),
    })
    expect(status).toBe(403)
  })

  /** What the person is answered to the case, without the reference that no other answer has. */
  const answerTo = async (person: Person, route: string, asked: Objects) => {
    const [method] = route.split(' ') as ['GET' | 'POST' | 'DELETE']
    const { status, text } = await person.ask({ method, ...routeCases[route]!(asked) })
    const shown = text.replaceAll(/\b[0-9a-f]{12}\b/g, 'reference')
    return anonymous({ status, shown }, asked)
  }

  test.each(Object.keys(routeCases))('%s knows nothing of another user', async (route) => {
    const answer = await answerTo(bob, route, hers)
    expect(answer).toBe(await answerTo(bob, route, nothing))
    expect(answer).not.toContain(secretOf(ada))
    expect(answer).toMatch(/"status":4(?!01)/)
  })

  // A stream has no end to wait for; live.test.ts listens to one.
  const ending = Object.keys(routeCases).filter((route) => route !== 'GET /.well-known/hub')

  test.each(ending)('%s finds what is one’s own', async (route) => {
    expect(await answerTo(ada, route, atWork)).not.toBe(await answerTo(ada, route, nothing))
  })
})

describe('whoever has given one factor of two', () => {
  const wayIn = new Set(['GET /', 'GET /login', 'GET /2fa', 'POST /2fa', 'POST /logout'])

  const answersTo = (cookie: string) => answersOfRoutes(server, hers, { ...(cookie && { cookie }) })

  test.each(['the password', 'a remembered sign-in'] as const)(
    'is a stranger to every route with %s',
    async (factor) => {
      const { half, remembered } = await server.oneFactorOf(factor === 'the password' ? 'carl' : 'cora')
      const [stranger, answers] = [
        await answersTo(''),
        await answersTo(factor === 'the password' ? half : remembered),
      ]
      expect(answers.get('GET /')).toMatchObject({ status: 303 })
      expect(answers.get('GET /2fa')).toMatchObject({ status: 200 })
      const receivedCookies = [...answers.values()].flatMap(({ cookies }) => cookies)
      expect(receivedCookies.filter((cookie) => /^plmail_(session|hub)=./.test(cookie))).toEqual([])
      for (const route of wayIn) [stranger, answers].forEach((each) => each.delete(route))
      expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(stranger))
    },
  )
})

describe('whoever has to set up a second factor first', () => {
  const reached = [
    'GET /',
    'GET /login',
    'GET /2fa/set-up',
    'POST /2fa/set-up',
    'POST /logout',
    'POST /api/passkeys/registration',
    'POST /api/passkeys/registration/answer',
  ]
  /** A session or token that is refused is none, in whichever words. */
  const judged = (answers: RouteAnswers) =>
    Object.fromEntries(
      [...answers].map(([route, answer]) => [route, answer.status === 401 ? { status: 401 } : answer]),
    )

  test('is a stranger to every route but those, with a token from before', async () => {
    const dora = await server.person('dora', 1)
    await server.db.database.query('update app_user set is_admin = true where id = $1', [dora.id.slice(1)])
    const payload = { requiredOf: 'administrators', graceDays: 0, password: commonPassword }
    const set = await dora.ask({ method: 'POST', url: '/api/admin/second-factor-policy', payload })
    expect(set.status).toBe(204)
    const stranger = await answersOfRoutes(server, hers, {})
    const sent = { cookie: dora.cookie, authorization: `Bearer ${dora.token}` }
    const answers = await answersOfRoutes(server, hers, sent)
    expect(answers.get('GET /')?.status).toBe(303)
    expect(answers.get('GET /2fa/set-up')).toMatchObject({ status: 200 })
    expect(answers.get('POST /api/passkeys/registration')?.status).toBe(422)
    // The form of nobody has been posted so often that it is throttled by now.
    for (const route of [...reached, 'POST /login']) [stranger, answers].forEach((each) => each.delete(route))
    expect(judged(answers)).toEqual(judged(stranger))
  })
})

test('mail is copied between the accounts of one user', async () => {
  const create = { c: { id: his.email, mailboxIds: {} as Json } }
  const [from, to] = bob.accounts as [string, string]
  const [, { list }] = await bob.call('Mailbox/get', { accountId: to, ids: null })
  create.c.mailboxIds = { [(list as Array<{ id: string }>)[0]!.id]: true }
  const [, copied] = await bob.call('Email/copy', { fromAccountId: from, accountId: to, create })
  const { id } = (copied['created'] as { c: { id: string } }).c
  const [, got] = await bob.call('Email/get', { accountId: to, ids: [id], properties: ['subject'] })
  expect(got['list']).toMatchObject([{ subject: secretOf(bob) }])
})
