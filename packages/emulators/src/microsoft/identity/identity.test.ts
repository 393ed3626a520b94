import { createRemoteJWKSet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { consumersTenant, getTenant } from '../index.ts'
import {
  authorizeUrl,
  client,
  exchange,
  getGraph,
  postToken,
  signIn,
  startForTest,
  getToken,
  type Tokens,
} from '../microsoft-for-tests.ts'

/** What a refused sign-in or token request says: the AADSTS number. */
const codeIn = (text: string | null | undefined): number => Number(/AADSTS(\d+)/.exec(text ?? '')?.[1])
const contoso = getTenant('contoso.test')
const single = { ...client, id: 'single-tenant-app', tenant: contoso }

async function refresh(
  running: Awaited<ReturnType<typeof startForTest>>,
  token: string | undefined,
  form: Record<string, string> = {},
): Promise<{ status: number; tokens: Tokens }> {
  return postToken(running.microsoft, { grant_type: 'refresh_token', refresh_token: token ?? '', ...form })
}

describe('The sign-in pages', () => {
  test('let a person pick an account, read what is asked for and accept', async () => {
    const { microsoft } = await startForTest()
    microsoft.addAccount('bob@outlook.test', { displayName: 'Bob <b>' })
    const { url } = authorizeUrl(microsoft, { fields: { login_hint: 'bob@outlook.test' } })
    const chooser = await (await fetch(url)).text()
    expect(chooser.indexOf('bob@outlook.test')).toBeLessThan(chooser.indexOf('ada@contoso.test'))
    expect(chooser).toContain('Bob &lt;b&gt;')
    const asked = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ email: 'bob@outlook.test' }),
    })
    const consent = await asked.text()
    expect(consent).toContain('Read and write access to your mail')
    expect(consent).toContain('Maintain access to data you have given it access to')
    const { back } = await signIn(microsoft, 'bob@outlook.test')
    expect(back.get('state')).toBe('st')
    expect(back.get('code')).toMatch(/^0\.A/)
  })

  test('ask for consent once, and again when something is added or taken back', async () => {
    const { microsoft, ada } = await startForTest()
    const asks = async (scope?: string): Promise<boolean> => {
      const { url } = authorizeUrl(microsoft, scope === undefined ? {} : { scope })
      const reply = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ email: ada.email }),
        redirect: 'manual',
      })
      return reply.status === 200
    }
    expect(await asks()).toBe(false)
    expect(await asks('openid Contacts.Read')).toBe(true)
    microsoft.grants.untick(ada.email, 'Mail.Send')
    expect(await asks()).toBe(true)
  })

  test('send Cancel back as 65004, and the wall of an administrator as 90094', async () => {
    const { microsoft, ada } = await startForTest()
    const cancelled = await signIn(microsoft, ada.email, { decision: 'cancel' })
    expect(cancelled.back.get('error')).toBe('access_denied')
    expect(codeIn(cancelled.back.get('error_description'))).toBe(65004)
    microsoft.grants.untick(ada.email, 'Mail.Send')
    microsoft.grants.needAdminConsent(ada.email, true)
    const wall = await signIn(microsoft, ada.email)
    expect(wall.html).toContain('Need admin approval')
    const back = await signIn(microsoft, ada.email, { decision: 'return' })
    expect(codeIn(back.back.get('error_description'))).toBe(90094)
  })

  test('never redirect to an address that is not registered to the letter', async () => {
    const { microsoft, ada } = await startForTest()
    for (const redirectUri of ['http://127.0.0.1:1/oauth/provB/callback/', 'http://evil.test/']) {
      const { status, html, back } = await signIn(microsoft, ada.email, { redirectUri })
      expect([status, codeIn(html), back.size]).toEqual([400, 50011, 0])
    }
    const unknown = await signIn(microsoft, ada.email, { client: { ...client, id: 'nobody' } })
    expect(codeIn(unknown.html)).toBe(700016)
  })

  test('answer in the mode that was asked for', async () => {
    const { microsoft, ada } = await startForTest()
    const posted = await signIn(microsoft, ada.email, { fields: { response_mode: 'form_post' } })
    expect(posted.html).toContain('name="code"')
    expect(posted.html).toContain('action="http://127.0.0.1:1/oauth/provB/callback"')
    const silent = await fetch(authorizeUrl(microsoft, { fields: { prompt: 'none' } }).url, {
      redirect: 'manual',
    })
    expect(silent.headers.get('location')).toContain('error=login_required')
  })
})

describe('Tenants', () => {
  test('decide who may sign in where', async () => {
    const { microsoft, ada } = await startForTest({ clients: [client, single] })
    const bob = microsoft.addAccount('bob@outlook.test')
    const eve = microsoft.addAccount('eve@fabrikam.test')
    const outcome = async (email: string, tenant: string, app = client): Promise<number | 'code'> => {
      const { back, html } = await signIn(microsoft, email, { tenant, client: app })
      return back.has('code') ? 'code' : codeIn(back.get('error_description') ?? html)
    }
    expect(await outcome(ada.email, 'common')).toBe('code')
    expect(await outcome(bob.email, 'common')).toBe('code')
    expect(await outcome(bob.email, 'organizations')).toBe(50020)
    expect(await outcome(ada.email, 'consumers')).toBe(50020)
    expect(await outcome(bob.email, consumersTenant)).toBe('code')
    expect(await outcome(ada.email, contoso)).toBe('code')
    expect(await outcome(eve.email, contoso)).toBe(50020)
    expect(await outcome(ada.email, 'common', single)).toBe(50194)
    expect(await outcome(ada.email, contoso, single)).toBe('code')
    expect(await outcome(eve.email, getTenant('fabrikam.test'), single)).toBe(700016)
    expect(await outcome(ada.email, '00000000-0000-4000-8000-000000000000')).toBe(90002)
  })

  test('are refused at the token endpoint as well', async () => {
    const { microsoft, ada } = await startForTest({ clients: [client, single] })
    const form = {
      grant_type: 'refresh_token',
      refresh_token: 'x',
      client_id: single.id,
      client_secret: single.secret,
    }
    const common = await postToken(microsoft, form)
    expect([common.status, common.tokens.error, common.tokens.error_codes]).toEqual([
      400,
      'invalid_request',
      [50194],
    ])
    const { back, verifier } = await signIn(microsoft, ada.email)
    const elsewhere = await postToken(
      microsoft,
      {
        grant_type: 'authorization_code',
        code: back.get('code') ?? '',
        redirect_uri: client.redirectUris[0] ?? '',
        code_verifier: verifier,
      },
      { tenant: 'organizations' },
    )
    expect(elsewhere.tokens.error_codes).toEqual([700005])
  })
})

describe('The token endpoint', () => {
  test('answers a code with tokens, and an id token that names the tenant', async () => {
    const { microsoft, ada, world } = await startForTest()
    const { status, tokens } = await exchange(microsoft, ada.email)
    expect(status).toBe(200)
    expect(tokens).toMatchObject({ token_type: 'Bearer' })
    const { login } = microsoft.urls
    const keys = createRemoteJWKSet(new URL(`${login}/common/discovery/v2.0/keys`))
    const { payload } = await jwtVerify(tokens.id_token ?? '', keys, {
      issuer: `${login}/${contoso}/v2.0`,
      audience: client.id,
      currentDate: world.clock.now(),
    })
    expect(payload).toMatchObject({
      tid: contoso,
      nonce: 'no',
      preferred_username: ada.email,
      email: ada.email,
    })
    expect(payload['oid']).toMatch(/^[0-9a-f-]{36}$/)
    const configuration = await (await fetch(`${login}/common/v2.0/.well-known/openid-configuration`)).json()
    expect(configuration).toMatchObject({ issuer: `${login}/{tenantid}/v2.0` })
  })

  test('says what was granted without offline_access, some names with their resource, and all earlier consents', async () => {
    const { microsoft, ada } = await startForTest()
    const { tokens } = await exchange(microsoft, ada.email, { scope: 'openid offline_access Mail.Read' })
    const names = tokens.scope.split(' ')
    expect(names).not.toContain('offline_access')
    expect(names.some((name) => name.startsWith('https://graph.microsoft.com/'))).toBe(true)
    const last = names.map((name) => name.split('/').at(-1)?.toLowerCase())
    expect(last).toEqual(expect.arrayContaining(['mail.read', 'mail.readwrite', 'calendars.readwrite']))
    expect(tokens.refresh_token).toBeDefined()
    const online = await exchange(microsoft, ada.email, { scope: 'openid Mail.Read' })
    expect(online.tokens.refresh_token).toBeUndefined()
  })

  test('leaves out the address where the account has no such claim', async () => {
    const { microsoft } = await startForTest()
    microsoft.addAccount('guest@contoso.test', { hasEmailClaim: false })
    const { tokens } = await exchange(microsoft, 'guest@contoso.test')
    const claims = JSON.parse(Buffer.from(tokens.id_token?.split('.')[1] ?? '', 'base64url').toString())
    expect(claims.email).toBeUndefined()
    expect(claims.preferred_username).toBe('guest@contoso.test')
  })

  test('takes a code once, in time, with its redirect address and its verifier', async () => {
    const { microsoft, ada, world } = await startForTest()
    const redeem = async (form: Record<string, string>, waitMs = 0): Promise<number | undefined> => {
      const { back, verifier } = await signIn(microsoft, ada.email)
      await world.clock.advance(waitMs)
      const whole = {
        grant_type: 'authorization_code',
        code: back.get('code') ?? '',
        redirect_uri: client.redirectUris[0] ?? '',
        code_verifier: verifier,
        ...form,
      }
      const { tokens } = await postToken(microsoft, whole)
      if (tokens.error === undefined) return (await postToken(microsoft, whole)).tokens.error_codes?.[0]
      return tokens.error_codes?.[0]
    }
    expect(await redeem({})).toBe(54005)
    expect(await redeem({ code_verifier: 'another' })).toBe(501481)
    expect(await redeem({ redirect_uri: 'http://127.0.0.1:2/' })).toBe(500112)
    expect(await redeem({}, 11 * 60_000)).toBe(70008)
    expect(await redeem({ code: 'made up' })).toBe(9002313)
  })

  test('tells a wrong secret from an expired one, an unknown client and a missing field', async () => {
    const { microsoft } = await startForTest()
    const ask = async (form: Record<string, string>): Promise<unknown[]> => {
      const { status, tokens } = await postToken(microsoft, {
        grant_type: 'refresh_token',
        refresh_token: 'x',
        ...form,
      })
      return [status, tokens.error, tokens.error_codes?.[0]]
    }
    expect(await ask({ client_secret: 'its id' })).toEqual([401, 'invalid_client', 7000215])
    expect(await ask({ client_secret: '' })).toEqual([401, 'invalid_client', 7000218])
    expect(await ask({ client_id: 'nobody' })).toEqual([400, 'unauthorized_client', 700016])
    expect(await ask({ grant_type: 'password' })).toEqual([400, 'unsupported_grant_type', 70003])
    expect(await ask({ grant_type: '' })).toEqual([400, 'invalid_request', 900144])
    microsoft.grants.expireSecret(client.id, true)
    expect(await ask({})).toEqual([401, 'invalid_client', 7000222])
  })

  test('takes one resource at a time, many at sign-in', async () => {
    const { microsoft, ada } = await startForTest()
    const scope = 'offline_access Mail.Read https://outlook.office.com/IMAP.AccessAsUser.All'
    const both = await exchange(microsoft, ada.email, { scope, form: { scope } })
    expect([both.status, both.tokens.error, both.tokens.error_codes]).toEqual([400, 'invalid_scope', [28000]])
    const one = await exchange(microsoft, ada.email, {
      scope,
      form: { scope: 'https://outlook.office.com/IMAP.AccessAsUser.All' },
    })
    expect(one.status).toBe(200)
    const reply = await getGraph(microsoft, one.tokens.access_token)('/me/messages')
    expect([reply.status, reply.body.error.message]).toEqual([
      401,
      expect.stringContaining('Invalid audience'),
    ])
  })

  test('gives a new refresh token with each use, and lets the old one live', async () => {
    const running = await startForTest()
    const first = await exchange(running.microsoft, running.ada.email)
    const second = await refresh(running, first.tokens.refresh_token)
    expect(second.status).toBe(200)
    expect(second.tokens.refresh_token).not.toBe(first.tokens.refresh_token)
    expect((await refresh(running, first.tokens.refresh_token)).status).toBe(200)
    running.microsoft.grants.watchReuse(client.id, true)
    expect((await refresh(running, first.tokens.refresh_token)).tokens.error_codes).toEqual([50173])
    expect((await refresh(running, second.tokens.refresh_token)).tokens.error_codes).toEqual([50173])
  })

  test('says in its own words why a grant is dead', async () => {
    const running = await startForTest()
    const { microsoft, ada, world } = running
    const die = async (how: () => void | Promise<void>, form = {}): Promise<Tokens> => {
      microsoft.grants.require(ada.email, undefined)
      const { tokens } = await exchange(microsoft, ada.email)
      await how()
      return (await refresh(running, tokens.refresh_token, form)).tokens
    }
    expect(await die(() => microsoft.grants.changePassword(ada.email))).toMatchObject({
      error_codes: [50173],
    })
    expect(await die(() => microsoft.grants.revoke(ada.email))).toMatchObject({ error_codes: [50173] })
    expect(await die(() => microsoft.grants.expire(ada.email))).toMatchObject({ error_codes: [70008] })
    const idle = await die(() => world.clock.advance(91 * 24 * 3600_000))
    expect(idle).toMatchObject({ error: 'invalid_grant', error_codes: [700082] })
    const mfa = await die(() => microsoft.grants.require(ada.email, 'mfa'))
    expect(mfa).toMatchObject({
      error: 'interaction_required',
      suberror: 'basic_action',
      error_codes: [50076],
    })
    const blocked = await die(() => microsoft.grants.require(ada.email, 'conditional-access'))
    expect(blocked).toMatchObject({ error: 'invalid_grant', error_codes: [53003] })
    const unticked = await die(() => microsoft.grants.untick(ada.email, 'Mail.Send'), {
      scope: 'Mail.Read Mail.Send',
    })
    expect(unticked).toMatchObject({
      error: 'invalid_grant',
      suberror: 'consent_required',
      error_codes: [65001],
    })
    expect(unticked).toHaveProperty('trace_id')
    expect(unticked.error_description).toContain('Correlation ID')
  })

  test('lets a person through who does the second factor by hand', async () => {
    const running = await startForTest()
    running.microsoft.grants.require(running.ada.email, 'mfa')
    expect((await exchange(running.microsoft, running.ada.email)).status).toBe(200)
    running.microsoft.grants.require(running.ada.email, 'conditional-access')
    const { back } = await signIn(running.microsoft, running.ada.email)
    expect(codeIn(back.get('error_description'))).toBe(53003)
  })

  test('takes the client by Basic too, with both halves form-encoded', async () => {
    const odd = { ...client, id: 'odd', secret: 'a+b%c:d&e' }
    const { microsoft, ada } = await startForTest({ clients: [client, odd] })
    const { tokens } = await exchange(microsoft, ada.email, { client: odd })
    const encoded = [odd.id, odd.secret].map((credential) => encodeURIComponent(credential)).join(':')
    const reply = await fetch(`${microsoft.urls.login}/common/oauth2/v2.0/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(encoded).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }),
    })
    expect(reply.status).toBe(200)
  })
})

describe('A token at Graph', () => {
  test('is refused when it is absent, unknown or over', async () => {
    const { microsoft, ada, graph, world } = await startForTest()
    expect((await getGraph(microsoft, 'made up')('/me')).body.error.code).toBe('InvalidAuthenticationToken')
    await world.clock.advance(2 * 3600_000)
    const over = await graph('/me')
    expect([over.status, over.body.error.message]).toEqual([
      401,
      'Lifetime validation failed, the token is expired.',
    ])
    const again = getGraph(microsoft, await getToken(microsoft, ada.email))
    world.faults.arm({ operation: 'graph.me', times: 1, fault: { kind: 'token-expires' } })
    expect([(await again('/me')).status, (await again('/me')).status]).toEqual([401, 401])
  })

  test('may be challenged for claims, until somebody signs in by hand', async () => {
    const { microsoft, ada, graph } = await startForTest()
    const { tokens } = await exchange(microsoft, ada.email)
    microsoft.grants.require(ada.email, 'claims')
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }
    const refreshed = await postToken(microsoft, form)
    const reply = await getGraph(microsoft, refreshed.tokens.access_token)('/me')
    expect([refreshed.status, reply.status]).toEqual([200, 401])
    expect(reply.headers.get('www-authenticate')).toMatch(/error="insufficient_claims", claims="[\w+/=]+"/)
    await exchange(microsoft, ada.email)
    expect((await graph('/me')).status).toBe(200)
  })

  test('opens what its scopes say and nothing else', async () => {
    const { microsoft } = await startForTest()
    microsoft.addAccount('bob@contoso.test', { latencyMs: 0 })
    const reads = getGraph(microsoft, await getToken(microsoft, 'bob@contoso.test', 'openid Mail.Read'))
    expect((await reads('/me/messages')).status).toBe(200)
    expect((await reads('/me/messages', { body: { subject: 'x' } })).body.error.code).toBe(
      'ErrorAccessDenied',
    )
    expect((await reads('/me/outlook/masterCategories')).body.error.code).toBe('ErrorAccessDenied')
    expect((await reads('/me/sendMail', { body: { message: {} } })).status).toBe(403)
    expect((await reads('/me')).body.error.code).toBe('Authorization_RequestDenied')
    expect((await reads('/users/ada@contoso.test/messages')).status).toBe(403)
    expect((await reads('/users/bob@contoso.test/messages')).status).toBe(200)
  })

  test('tells who it is for, also at the userinfo of OpenID', async () => {
    const { microsoft, ada, graph } = await startForTest()
    expect((await graph('/me?$select=mail,userPrincipalName,displayName')).body).toMatchObject({
      mail: ada.email,
      displayName: 'Ada',
    })
    const token = await getToken(microsoft, ada.email)
    const reply = await fetch(`${microsoft.urls.graph}/oidc/userinfo`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await reply.json()).toMatchObject({ email: ada.email, name: 'Ada' })
  })

  test('of somebody without a mailbox opens who they are, and no mail', async () => {
    const { graph } = await startForTest({ mailbox: { hasMailbox: false } })
    expect((await graph('/me')).body.mail).toBeNull()
    const { status, body } = await graph('/me/messages')
    expect([status, body.error.code]).toEqual([404, 'MailboxNotEnabledForRESTAPI'])
  })
})
