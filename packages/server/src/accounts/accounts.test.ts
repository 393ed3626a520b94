import type { AccountId, UserId } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import {
  type TestAccounts,
  form,
  testAccounts,
  userWith,
} from '../../../server-testing/src/accounts/test-accounts.ts'
import type { AccountForm, Probe } from './index.ts'

let db: TestDatabase
let room: TestAccounts
let anna: UserId
let bert: UserId
let users = 0

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())
beforeEach(async () => {
  room = testAccounts(db.database)
  anna = await userWith(db.database, `anna${++users}@plmail.example`)
  bert = await userWith(db.database, `bert${users}@plmail.example`)
})

const added = async (userId = anna, given: AccountForm = form) => {
  const answer = await room.accounts.add(userId, given, 'usual')
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
  return answer.account
}

describe('adding an account', () => {
  it('saves what was proven to work and says so to the hook', async () => {
    const account = await added(anna, {
      ...form,
      address: ' Anna@Example.org ',
      username: 'anna.k',
      name: 'Work',
    })
    expect(account).toMatchObject({
      userId: anna,
      provider: 'imap',
      address: 'Anna@Example.org',
      name: 'Work',
      condition: 'new',
      conditionText: null,
      conditionDetail: null,
      lastSyncedAt: null,
    })
    expect(await room.accounts.list(anna)).toEqual([account])
    expect(room.told).toEqual([`added ${account.id}`])
    expect(await room.accounts.credentials(account.id)).toEqual({
      address: 'Anna@Example.org',
      username: 'anna.k',
      password: 'secret',
      imap: form.imap,
      smtp: form.smtp,
    })
  })

  it('keeps the password sealed', async () => {
    const { id } = await added()
    const [row] = await db.database.query<{ whole: string }>(
      'select row_to_json(mail_account)::text as whole from mail_account where id = $1',
      [id],
    )
    expect(row?.whole).toContain('enc:v1:')
    expect(JSON.parse(row!.whole).secret).not.toContain('secret')
  })

  it('opens a JMAP account in the same transaction', async () => {
    const { id } = await added()
    const rows = await db.database.query('select kind, user_id from jmap_account where id = $1', [id])
    expect(rows).toEqual([{ kind: 'mail', user_id: anna }])
  })

  it('saves nothing when a server refuses, and names field and remedy', async () => {
    const tried: unknown[] = []
    const imap: Probe = async (server, password) => {
      tried.push({ ...server, password })
      return { ok: false, fault: 'wrong-credentials', said: 'Authentication failed.' }
    }
    const smtp: Probe = async () => ({ ok: false, fault: 'port-is-plain' })
    room = testAccounts(db.database, { probes: { imap, smtp } })
    expect(await room.accounts.add(anna, form, 'usual')).toEqual({
      ok: false,
      problems: [
        {
          pointer: '/password',
          problem: {
            problem: 'mail-server/wrong-credentials',
            protocol: 'imap',
            serverText: 'Authentication failed.',
          },
        },
        {
          pointer: '/smtp/encryption',
          problem: expect.objectContaining({ problem: 'mail-server/port-is-plain', starttlsPort: 587 }),
        },
      ],
    })
    expect(tried).toEqual([{ ...form.imap, username: form.address, password: 'secret' }])
    expect(await room.accounts.list(anna)).toEqual([])
    expect(await db.database.query('select 1 from jmap_account where user_id = $1', [anna])).toEqual([])
    expect(room.told).toEqual([])
  })

  it('refuses the same mailbox twice for one user, in any case, also when both are added at once', async () => {
    const both = await Promise.all([
      room.accounts.add(anna, form, 'usual'),
      room.accounts.add(anna, { ...form, address: 'ANNA@example.org' }, 'usual'),
    ])
    const again = await room.accounts.add(anna, form, 'usual')
    expect([...both, again].filter((addedAccount) => addedAccount.ok)).toHaveLength(1)
    expect(again).toMatchObject({ ok: false, problems: [{ pointer: '/address' }] })
    expect(await db.database.query('select 1 from jmap_account where user_id = $1', [anna])).toHaveLength(1)
    expect(await added(bert)).toMatchObject({ userId: bert })
  })

  it.each([
    ['/address', { address: 'anna' }],
    ['/address', { address: 'anna@localhost' }],
    ['/address', { address: 'anna@10.0.0.1' }],
    ['/address', { address: 'an na@example.org' }],
    ['/address', { address: 'anna@example.org\r\nA1 LOGOUT' }],
    ['/address', { address: `${'a'.repeat(250)}@example.org` }],
    ['/password', { password: '' }],
    ['/password', { password: 'a\r\nb' }],
    ['/username', { username: 'a\u0000b' }],
    ['/imap/host', { imap: { ...form.imap, host: '' } }],
    ['/imap/host', { imap: { ...form.imap, host: 'imap example org' } }],
    ['/imap/host', { imap: { ...form.imap, host: 'http://imap.example.org/' } }],
    ['/imap/host', { imap: { ...form.imap, host: '0177.1' } }],
    ['/imap/port', { imap: { ...form.imap, port: 0 } }],
    ['/smtp/port', { smtp: { ...form.smtp, port: 65536 } }],
    ['/smtp/port', { smtp: { ...form.smtp, port: 1.5 } }],
    ['/imap/port', { imap: { ...form.imap, port: 22 } }],
    ['/imap/port', { imap: { ...form.imap, host: '127.0.0.1', port: 5432 } }],
    ['/smtp/port', { smtp: { ...form.smtp, port: 993 } }],
    ['/imap/host', { imap: { ...form.imap, host: '169.254.169.254' } }],
    ['/smtp/host', { smtp: { ...form.smtp, host: 'fe80::1' } }],
    ['/imap/host', { imap: { ...form.imap, host: 'fe80::1%eth0' } }],
    ['/imap/host', { imap: { ...form.imap, host: '::ffff:169.254.169.254' } }],
    ['/imap/host', { imap: { ...form.imap, host: 'fd00:ec2::254' } }],
    ['/username', { username: 'half a \ud83d' }],
    ['/imap/encryption', { imap: { ...form.imap, encryption: 'none' as const } }],
    ['/smtp/encryption', { smtp: { ...form.smtp, host: '192.0.2.1', encryption: 'none' as const } }],
  ])('refuses an unusable %s before anything is connected to: %j', async (pointer, change) => {
    const unreached: Probe = async () => {
      throw new Error('probed')
    }
    room = testAccounts(db.database, { probes: { imap: unreached, smtp: unreached } })
    const answer = await room.accounts.add(anna, { ...form, ...change }, 'usual')
    expect(answer).toEqual({
      ok: false,
      problems: [{ pointer, problem: expect.objectContaining({ problem: expect.any(String) }) }],
    })
  })

  it('refuses a name that leads to a forbidden address, also when only the password is changed', async () => {
    let addresses = ['198.51.100.1']
    room = testAccounts(db.database, { listAddresses: async () => addresses })
    const connection = await room.accounts.add(anna, form, 'usual')
    if (!connection.ok) throw new Error('not added')
    addresses = ['198.51.100.1', '169.254.169.254']
    const hosts = ['/imap/host', '/smtp/host'].map((pointer) => ({
      pointer,
      problem: expect.objectContaining({ problem: 'accounts/forbidden-address' }),
    }))
    const refused = { ok: false, problems: hosts }
    expect(await room.accounts.updatePassword(anna, connection.account.id, 'another')).toEqual(refused)
    expect(await room.accounts.add(bert, form, 'usual')).toEqual(refused)
  })

  it('takes private servers, and any that the administrator allows', async () => {
    const own = { ...form, imap: { ...form.imap, host: '192.168.1.5' }, smtp: { ...form.smtp, host: '::1' } }
    expect(await room.accounts.add(anna, own, 'usual')).toMatchObject({ ok: true })
    const bridge = { host: '169.254.7.7', port: 1143, encryption: 'tls' as const }
    const unusual = { ...form, imap: bridge, smtp: { ...bridge, port: 1025 } }
    const allowed = (ports: readonly (number | undefined)[]) =>
      testAccounts(db.database, { allowedServers: ports.map((port) => ({ host: bridge.host, port })) })
    expect(await allowed([1143]).accounts.add(bert, unusual, 'usual')).toMatchObject({
      problems: [{ pointer: '/smtp/port' }],
    })
    expect(await allowed([1143, 1025]).accounts.add(bert, unusual, 'usual')).toMatchObject({ ok: true })
  })

  it('takes any port from who runs the machine, and no address of its own services all the same', async () => {
    const imap = { host: '127.0.0.1', port: 31_143, encryption: 'tls' as const }
    const own = { ...form, imap, smtp: { ...imap, port: 31_025 } }
    expect(await room.accounts.add(anna, own, 'any')).toMatchObject({ ok: true })
    const metadata = { ...own, address: 'b@example.org', imap: { ...imap, host: '169.254.169.254' } }
    expect(await room.accounts.add(anna, metadata, 'any')).toMatchObject({
      problems: [{ pointer: '/imap/host' }],
    })
  })

  it('names everything that is wrong at once', async () => {
    const answer = await room.accounts.add(
      anna,
      {
        address: '',
        password: '',
        imap: { ...form.imap, port: -1 },
        smtp: { ...form.smtp, host: '…' },
      },
      'usual',
    )
    const pointers = answer.ok ? [] : answer.problems.map((problem) => problem.pointer)
    expect(pointers).toEqual(['/address', '/password', '/imap/port', '/smtp/host'])
  })

  it('speaks without encryption to this machine only, unless the administrator allows otherwise', async () => {
    const plain = (host: string) => ({ host, port: 143, encryption: 'none' as const })
    for (const [at, host] of ['localhost', '127.0.0.1', '::1'].entries()) {
      const given = { ...form, address: `box${at}@example.org`, imap: plain(host) }
      expect(await room.accounts.add(anna, given, 'usual')).toMatchObject({ ok: true })
    }
    for (const host of ['mail.example.org', 'dovecot.localhost'])
      expect(await room.accounts.add(bert, { ...form, imap: plain(host) }, 'usual')).toMatchObject({
        ok: false,
        problems: [{ pointer: '/imap/encryption', problem: { problem: 'accounts/unencrypted' } }],
      })
    room = testAccounts(db.database, { allowPlaintext: true })
    expect(
      await room.accounts.add(bert, { ...form, imap: plain('mail.example.org') }, 'usual'),
    ).toMatchObject({
      ok: true,
    })
  })

  it('takes international domains in their ASCII form', async () => {
    const { id } = await added(anna, {
      ...form,
      address: 'anna@bücher.example',
      imap: { ...form.imap, host: 'imap.Bücher.example' },
    })
    expect((await room.accounts.credentials(id))?.imap.host).toBe('imap.xn--bcher-kva.example')
  })
})

describe('a second user', () => {
  it('neither sees, changes nor removes the account', async () => {
    const { id } = await added()
    expect(await room.accounts.list(bert)).toEqual([])
    expect(await room.accounts.get(bert, id)).toBeUndefined()
    expect(await room.accounts.updatePassword(bert, id, 'other')).toBeUndefined()
    expect(await room.accounts.remove(bert, id)).toBeUndefined()
    expect(await room.accounts.ownAddresses(bert)).toEqual(new Set())
    expect((await room.accounts.credentials(id))?.password).toBe('secret')
  })
})

describe('changing the password', () => {
  it('stores one that works and ends the trouble', async () => {
    const { id } = await added()
    await room.accounts.setCondition(id, 'wrong-credentials')
    const updated = await room.accounts.updatePassword(anna, id, 'better')
    expect(updated).toMatchObject({ ok: true, account: { condition: 'ok', conditionText: null } })
    expect((await room.accounts.credentials(id))?.password).toBe('better')
    expect(room.told.at(-1)).toBe(`credentials ${id}`)
  })

  it('keeps the old one when the new one does not work', async () => {
    const { id } = await added()
    const refuses: Probe = async () => ({ ok: false, fault: 'wrong-credentials' })
    room = testAccounts(db.database, { probes: { imap: refuses, smtp: refuses } })
    const answer = await room.accounts.updatePassword(anna, id, 'worse')
    expect(answer).toMatchObject({ ok: false, problems: [{ pointer: '/password' }] })
    expect(await room.accounts.updatePassword(anna, id, '')).toMatchObject({ ok: false })
    expect((await room.accounts.credentials(id))?.password).toBe('secret')
  })
})

describe('removing', () => {
  it('takes everything that belongs to the account and nothing else', async () => {
    const [gone, kept] = [await added(), await added(anna, { ...form, address: 'b@example.org' })]
    expect(await room.accounts.remove(anna, gone.id)).toEqual({ handedBack: null })
    expect(await room.accounts.remove(anna, gone.id)).toBeUndefined()
    expect(await room.accounts.list(anna)).toEqual([kept])
    expect(await room.accounts.credentials(gone.id)).toBeUndefined()
    expect(await room.accounts.getOwner(gone.id)).toBeUndefined()
    expect(await db.database.query('select id from jmap_account where user_id = $1', [anna])).toEqual([
      { id: kept.id },
    ])
    expect(room.told).toContain(`removed ${gone.id}`)
  })
})

describe('the condition of an account', () => {
  const view = (id: AccountId) => room.accounts.get(anna, id)

  it('is explained with cause and remedy, in the words of the server too', async () => {
    const { id } = await added()
    await room.accounts.setCondition(id, 'wrong-credentials', '[AUTHENTICATIONFAILED] Authentication failed.')
    expect(await view(id)).toMatchObject({
      condition: 'wrong-credentials',
      conditionText: { problem: 'condition/wrong-credentials' },
      conditionDetail: '[AUTHENTICATIONFAILED] Authentication failed.',
    })
    await room.accounts.setCondition(id, 'unreachable')
    expect(await view(id)).toMatchObject({
      conditionText: { problem: 'condition/unreachable', host: 'imap.example.org' },
    })
  })

  it('keeps since when while it stays the same', async () => {
    const { id } = await added()
    room.clock.advance(1000)
    await room.accounts.setCondition(id, 'unreachable')
    const since = room.clock.now()
    room.clock.advance(60_000)
    await room.accounts.setCondition(id, 'unreachable', 'again')
    expect(await view(id)).toMatchObject({
      conditionSince: since,
      conditionDetail: 'again',
      lastSyncedAt: null,
    })
    await room.accounts.setCondition(id, 'ok')
    expect(await view(id)).toMatchObject({
      condition: 'ok',
      conditionText: null,
      conditionDetail: null,
      conditionSince: room.clock.now(),
      lastSyncedAt: room.clock.now(),
    })
  })

  it('is announced when trouble begins and when it ends, once each', async () => {
    const { id } = await added()
    for (const condition of ['ok', 'busy', 'wrong-credentials', 'wrong-credentials', 'ok', 'ok'] as const) {
      await room.accounts.setCondition(id, condition)
    }
    expect(room.told.slice(1)).toEqual([
      `${anna} warning: {"problem":"accounts/in-trouble","address":"anna@example.org","condition":{"problem":"condition/wrong-credentials"}}`,
      `${anna} info: {"problem":"accounts/connected-again","address":"anna@example.org"}`,
    ])
  })

  it('of an account that is gone is nobody’s business', async () => {
    const { id } = await added()
    await room.accounts.remove(anna, id)
    await room.accounts.setCondition(id, 'ok')
    expect(room.told.filter((line) => line.includes('info'))).toEqual([])
  })
})

describe('for schedules and sending', () => {
  it('names every account, its owner and the user’s own addresses', async () => {
    const [account, two] = [await added(), await added(bert, { ...form, address: 'B@Example.org' })]
    expect(await room.accounts.activeIds()).toEqual(expect.arrayContaining([account.id, two.id]))
    expect(await room.accounts.getOwner(two.id)).toBe(bert)
    expect(await room.accounts.ownAddresses(bert)).toEqual(new Set(['b@example.org']))
  })
})
