import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mail, signIn, startForTest } from '../google-for-tests.ts'

const pieces = fc.constantFrom(
  'messages',
  'threads',
  'drafts',
  'labels',
  'history',
  'send',
  'modify',
  'batchModify',
  'batchDelete',
  'attachments',
  'INBOX',
  'watch',
  'settings',
  'sendAs',
  '%E0%A4%A',
  '..',
  '%00',
  '🙂',
  "'",
  '',
  'import',
)
const queries = fc.constantFrom(
  '',
  '?format=raw',
  '?pageToken=x',
  '?pageToken=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  '?q=%',
  '?maxResults=-1',
  '?startHistoryId=99999999999999999999999',
  '?fields=((',
  '?fields=a/b(c',
  '?uploadType=resumable',
  '?%',
)
const bodies = fc.oneof(
  fc.constant(undefined),
  fc.constant('{'),
  fc.constant('null'),
  fc.json(),
  fc
    .record(
      {
        ids: fc.array(fc.string()),
        addLabelIds: fc.array(fc.string()),
        raw: fc.string(),
        message: fc.record({ raw: fc.base64String(), threadId: fc.string() }, { requiredKeys: [] }),
        name: fc.string(),
        id: fc.string(),
      },
      { requiredKeys: [] },
    )
    .map((json) => JSON.stringify(json)),
)

test('whatever is asked, the API refuses in its own words and goes on', async () => {
  const { google, ada } = await startForTest()
  const { access_token: token } = await signIn(google)
  ada.deliver(mail())
  const request = fc.record({
    prefix: fc.constantFrom('/gmail/v1/users/me/', '/upload/gmail/v1/users/me/', '/gmail/', '/batch/'),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
    path: fc.array(pieces, { maxLength: 4 }),
    query: queries,
    body: bodies,
  })
  await fc.assert(
    fc.asyncProperty(request, async ({ prefix, method, path, query, body }) => {
      const reply = await fetch(google.urls.gmail + prefix + path.join('/') + query, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method !== 'GET' && body !== undefined && { body }),
      })
      const text = await reply.text()
      expect(reply.status).toBeLessThan(500)
      // What is no address at all never reaches the API.
      const isRefused = reply.status >= 400 && !path.includes('%E0%A4%A')
      expect(!isRefused || JSON.parse(text).error.errors[0].reason).toBeTruthy()
    }),
    { numRuns: 150 },
  )
})
