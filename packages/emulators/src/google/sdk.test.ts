import { gmail, type gmail_v1 } from '@googleapis/gmail'
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  authorizeUrl,
  base64url,
  client,
  consent,
  mail,
  type Running,
  startForTest,
} from './google-for-tests.ts'
import type { Google } from './index.ts'

/** Google's own client, which knows nothing of us but the addresses. */
function oauth({ urls }: Google): OAuth2Client {
  return new OAuth2Client({
    clientId: client.id,
    clientSecret: client.secret,
    redirectUri: client.redirectUris[0]!,
    endpoints: {
      oauth2AuthBaseUrl: urls.authorize,
      oauth2TokenUrl: urls.token,
      oauth2RevokeUrl: urls.revoke,
      oauth2FederatedSignonJwkCertsUrl: urls.jwks,
      oauth2FederatedSignonPemCertsUrl: `${urls.issuer}/oauth2/v1/certs`,
      tokenInfoUrl: `${urls.issuer}/tokeninfo`,
    },
    issuers: [urls.issuer],
  })
}

async function signInBySdk(google: Google): Promise<OAuth2Client> {
  const auth = oauth(google)
  const { codeVerifier, codeChallenge } = await auth.generateCodeVerifierAsync()
  const url = auth.generateAuthUrl({
    access_type: 'offline',
    prompt: 'consent',
    scope: ['https://mail.google.com/', 'openid', 'email'],
    state: 's',
    code_challenge_method: CodeChallengeMethod.S256,
    code_challenge: codeChallenge!,
  })
  const back = await consent(new URL(url), { account: 'ada@example.test', decision: 'allow' })
  const { tokens } = await auth.getToken({ code: back.searchParams.get('code')!, codeVerifier })
  auth.setCredentials(tokens)
  return auth
}

async function start(): Promise<Running & { auth: OAuth2Client; api: gmail_v1.Resource$Users }> {
  const running = await startForTest()
  const auth = await signInBySdk(running.google)
  const rootUrl = `${running.google.urls.gmail}/`
  // The two packages bring a copy of the library each, which differ in a type only.
  const { users } = gmail({ version: 'v1', auth: auth as never, rootUrl })
  return { ...running, auth, api: users }
}

const me = { userId: 'me' }

describe("Google's own client", () => {
  test('believes an ID token by the published certificates, also after a change of keys', async () => {
    const { google, auth, world } = await start()
    vi.useFakeTimers({ toFake: ['Date'], now: world.clock.now() })
    onTestFinished(() => void vi.useRealTimers())
    const before = auth.credentials.id_token!
    await google.rotateKeys()
    const after = (await signInBySdk(google)).credentials.id_token!
    for (const idToken of [before, after]) {
      const ticket = await oauth(google).verifyIdToken({ idToken, audience: client.id })
      expect(ticket.getPayload()).toMatchObject({ email: 'ada@example.test', email_verified: true })
    }
    await expect(oauth(google).verifyIdToken({ idToken: before, audience: 'them' })).rejects.toThrow(
      'audience',
    )
    const spoiled = before.replace(/\.[^.]+$/, `.${'A'.repeat(342)}`)
    await expect(oauth(google).verifyIdToken({ idToken: spoiled, audience: client.id })).rejects.toThrow(
      'signature',
    )
  })

  test('learns what a token is good for', async () => {
    const { auth } = await start()
    const info = await auth.getTokenInfo(auth.credentials.access_token!)
    expect(info).toMatchObject({ aud: client.id, email: 'ada@example.test' })
    expect(info.scopes).toContain('https://mail.google.com/')
    expect(info.expiry_date).toBeGreaterThan(0)
    await expect(auth.getTokenInfo('nonsense')).rejects.toThrow('invalid_token')
  })

  test('signs in, refreshes by itself, and revokes', async () => {
    const { auth, api, google } = await start()
    const before = auth.credentials.access_token
    expect(auth.credentials.refresh_token).toMatch(/^1\/\//)
    auth.credentials.expiry_date = 1
    const { data } = await api.getProfile(me)
    expect(data.emailAddress).toBe('ada@example.test')
    expect(auth.credentials.access_token).not.toBe(before)
    await auth.revokeCredentials()
    expect(google.grants.live('ada@example.test')).toEqual([])
    const url = authorizeUrl(google).url
    expect(url.origin).not.toBe(new URL(google.urls.gmail).origin)
  })

  test('lists, reads in every format, and fetches attachments', async () => {
    const { ada, api, world } = await start()
    const file = [
      '--b',
      '',
      'see file',
      '--b',
      'Content-Type: image/png; name=a.png',
      'Content-Transfer-Encoding: base64',
      '',
      'iVBORw0KGgo=',
      '--b--',
      '',
    ].join('\r\n')
    ada.deliver(mail({ Subject: 'Picture', 'Content-Type': 'multipart/mixed; boundary=b' }, file))
    for (let i = 0; i < 3; i++) ada.deliver(mail())
    const first = await api.messages.list({ ...me, maxResults: 2, labelIds: ['INBOX'] })
    const second = await api.messages.list({
      ...me,
      maxResults: 2,
      labelIds: ['INBOX'],
      pageToken: first.data.nextPageToken!,
    })
    expect([...first.data.messages!, ...second.data.messages!]).toHaveLength(4)
    const matches = await api.messages.list({ ...me, q: 'subject:picture has:attachment' })
    const id = matches.data.messages![0]!.id!
    const full = await api.messages.get({ ...me, id, format: 'full' })
    const part = full.data.payload!.parts!.find(
      (schema$MessagePart) => schema$MessagePart.filename === 'a.png',
    )!
    const content = await api.messages.attachments.get({ ...me, messageId: id, id: part.body!.attachmentId! })
    expect(Buffer.from(content.data.data!, 'base64url').toString('latin1')).toContain('PNG')
    for (const format of ['minimal', 'metadata', 'raw']) await api.messages.get({ ...me, id, format })
    expect(world.requests.problems()).toEqual([])
  })

  test('changes labels and reads of it in the history', async () => {
    const { ada, api, world } = await start()
    const { data: profile } = await api.getProfile(me)
    const id = ada.deliver(mail())
    const { data: label } = await api.labels.create({
      ...me,
      requestBody: { name: 'Work', labelListVisibility: 'labelShow', messageListVisibility: 'show' },
    })
    await api.messages.modify({
      ...me,
      id,
      requestBody: { addLabelIds: [label.id!], removeLabelIds: ['UNREAD'] },
    })
    await api.messages.batchModify({ ...me, requestBody: { ids: [id], addLabelIds: ['STARRED'] } })
    await api.messages.trash({ ...me, id })
    const { data } = await api.history.list({
      ...me,
      startHistoryId: profile.historyId!,
      historyTypes: ['messageAdded', 'labelAdded', 'labelRemoved'],
    })
    expect(
      data
        .history!.flatMap((schema$History) => schema$History.labelsAdded ?? [])
        .map((schema$HistoryLabelAdded) => schema$HistoryLabelAdded.labelIds![0]),
    ).toEqual([label.id, 'STARRED', 'TRASH'])
    await api.messages.delete({ ...me, id })
    await expect(api.messages.get({ ...me, id })).rejects.toMatchObject({ status: 404 })
    expect(world.requests.problems()).toEqual([])
  })

  test('writes drafts, sends them, and sends by upload', async () => {
    const { ada, api, world, google } = await start()
    const raw = base64url(mail({ From: 'ada@example.test', To: 'x@elsewhere.test' }))
    const { data: draft } = await api.drafts.create({ ...me, requestBody: { message: { raw } } })
    await api.drafts.update({ ...me, id: draft.id!, requestBody: { message: { raw } } })
    const { data: sent } = await api.drafts.send({ ...me, requestBody: { id: draft.id! } })
    expect(sent.labelIds).toEqual(['SENT'])
    const { data: thread } = await api.threads.get({ ...me, id: sent.threadId! })
    expect(thread.messages).toHaveLength(1)
    const message = mail({ From: 'ada@example.test', To: 'x@elsewhere.test' }).render().toString()
    await api.messages.send(
      { ...me, requestBody: {}, media: { mimeType: 'message/rfc822', body: message } },
      { rootUrl: `${google.urls.gmailUpload}/` },
    )
    expect(ada.truth().sent).toHaveLength(2)
    expect((await api.settings.sendAs.list(me)).data.sendAs).toHaveLength(1)
    expect(world.requests.problems()).toEqual([])
  })

  test('watches and stops', async () => {
    const { api, google } = await start()
    google.pubSub.createTopic('projects/house/topics/mail')
    const { data } = await api.watch({ ...me, requestBody: { topicName: 'projects/house/topics/mail' } })
    expect(Number(data.expiration)).toBeGreaterThan(0)
    expect((await api.stop(me)).status).toBe(204)
  })
})
