import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createIds } from './mailbox/ids.ts'
import { client, getGraph, mail, postToken, segment, startForTest, getToken } from './microsoft-for-tests.ts'

const methods = fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE')
const pieces = fc.oneof(
  fc.constantFrom(
    'me',
    'users',
    'messages',
    'mailFolders',
    "mailFolders('inbox')",
    'inbox',
    'childFolders',
    'delta',
    'delta()',
    'attachments',
    'createUploadSession',
    '$value',
    '$count',
    '$batch',
    'move',
    'copy',
    'send',
    'sendMail',
    'createReply',
    'forward',
    'permanentDelete',
    'outlook',
    'masterCategories',
    'mailboxSettings',
    'translateExchangeIds',
    'subscriptions',
    'reauthorize',
  ),
  fc.string({ maxLength: 12 }).map(encodeURIComponent),
)
const values = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom('isRead eq true', '"x"', '5', '-1', 'id,,x', "any(x:x eq 'y')", 'attachments($select='),
)
const queries = fc.dictionary(
  fc.constantFrom(
    '$select',
    '$expand',
    '$filter',
    '$orderby',
    '$top',
    '$skip',
    '$search',
    '$count',
    '$deltatoken',
    '$skiptoken',
    'changeType',
  ),
  values,
  { maxKeys: 3 },
)
const bodies = fc.oneof(
  fc.constant(undefined),
  fc.string({ maxLength: 30 }),
  fc.json({ maxDepth: 2 }),
  fc
    .record(
      {
        subject: fc.anything(),
        destinationId: fc.anything(),
        displayName: fc.anything(),
        message: fc.anything(),
        toRecipients: fc.anything(),
        body: fc.anything(),
        flag: fc.anything(),
        singleValueExtendedProperties: fc.anything(),
        internetMessageHeaders: fc.anything(),
        AttachmentItem: fc.anything(),
        requests: fc.anything(),
        resource: fc.anything(),
        expirationDateTime: fc.anything(),
      },
      { requiredKeys: [] },
    )
    .map((json) =>
      JSON.stringify(json, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ),
)

describe('The emulated Microsoft', () => {
  test('answers anything at all in its own envelope', { timeout: 120_000 }, async () => {
    const { microsoft, ada, world, graph } = await startForTest()
    const token = await getToken(microsoft, ada.email)
    ada.deliver(mail('One'))
    const draft = await graph('/me/messages', { body: { subject: 'Draft' } })
    const known = fc.oneof(
      pieces,
      fc.constantFrom(...ada.truth().messages.map((message) => segment(message.id)), segment(draft.body.id)),
    )
    await fc.assert(
      fc.asyncProperty(
        methods,
        fc.constantFrom('me/', 'me/', 'me/messages/', 'me/mailFolders/inbox/', 'subscriptions/', ''),
        fc.array(known, { maxLength: 6 }),
        queries,
        bodies,
        async (method, root, path, query, body) => {
          const parameters = new URLSearchParams(query).toString()
          const reply = await fetch(`${microsoft.urls.graph}/v1.0/${root}${path.join('/')}?${parameters}`, {
            method,
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': 'application/json',
              prefer: 'IdType="ImmutableId"',
            },
            ...(method !== 'GET' && body !== undefined && { body }),
          })
          const text = await reply.text()
          expect([reply.status < 500, text]).toEqual([true, text])
          const refusal = { code: expect.any(String), innerError: expect.anything() }
          const isRefused = reply.status >= 400 && text.startsWith('{"error":{')
          expect(isRefused ? JSON.parse(text).error : { code: '', innerError: {} }).toMatchObject(refusal)
        },
      ),
      { numRuns: 400 },
    )
    // Nonsense was asked, and the gate said so; what matters is that no reply was nonsense.
    const replies = world.requests
      .problems()
      .filter((problem) => problem.includes('envelope') || problem.includes('malformed'))
    expect(replies.filter((reply) => !reply.includes('requests'))).toEqual([])
    world.requests.clear()
  })

  test('answers anything at all at its token endpoint with an AADSTS number', async () => {
    const { microsoft } = await startForTest()
    const field = fc.constantFrom(
      'grant_type',
      'code',
      'refresh_token',
      'scope',
      'redirect_uri',
      'client_id',
      'client_secret',
      'code_verifier',
    )
    const value = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom(
        'authorization_code',
        'refresh_token',
        client.id,
        client.secret,
        'https://graph.microsoft.com/.default',
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.dictionary(field, value), fc.string({ maxLength: 10 }), async (form, tenant) => {
        const { status, tokens } = await postToken(microsoft, form, {
          tenant: encodeURIComponent(tenant.replace(/^\.*$/, 'common')),
        })
        expect([400, 401]).toContain(status)
        expect(tokens.error_description).toMatch(/^AADSTS\d+: /)
      }),
      { numRuns: 150 },
    )
  })

  test('takes no id for another', () => {
    const [ids, others] = [createIds('one'), createIds('two')]
    fc.assert(
      fc.property(
        fc.nat(200_000),
        fc.nat(50),
        fc.integer({ min: 1, max: 2 ** 32 - 1 }),
        fc.boolean(),
        (n, moves, key, isImmutable) => {
          const message = ids.message(n, moves, isImmutable)
          const known = isImmutable ? undefined : moves
          expect(ids.read(message)).toEqual({ kind: 'message', n, moves: known })
          expect(ids.read(ids.attachment(n, key, moves, isImmutable))).toEqual({
            kind: 'attachment',
            n,
            moves: known,
            key,
          })
          expect(ids.read(ids.folder(n))).toEqual({ kind: 'folder', n })
          expect(others.read(message)).toBeUndefined()
          expect(ids.read(message.slice(0, -1))).toBeUndefined()
        },
      ),
    )
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => void expect(ids.read(text)).toBeUndefined()),
    )
  })

  test('opens nothing of one mailbox by the ids of another', async () => {
    const { microsoft, ada } = await startForTest()
    const bob = microsoft.addAccount('bob@contoso.test', { latencyMs: 0 })
    const id = ada.deliver(mail('Private'))
    bob.deliver(mail('Own'))
    const asBob = getGraph(microsoft, await getToken(microsoft, bob.email))
    for (const path of [`/me/messages/${segment(id)}`, `/me/messages/${segment(id)}/$value`])
      expect((await asBob(path)).status).toBe(400)
  })
})
