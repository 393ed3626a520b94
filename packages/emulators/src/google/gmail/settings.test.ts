import { expect, test } from 'vitest'
import { allScopes, signedIn, startForTest } from '../google-for-tests.ts'

const basic = 'https://www.googleapis.com/auth/gmail.settings.basic'

test('The vacation responder is read with the scope for all mail, and set with a scope of its own only', async () => {
  const { google } = await startForTest()
  const [mail, settings] = [
    await signedIn(google),
    await signedIn(google, { scope: `${basic} ${allScopes}` }),
  ]
  expect((await mail('GET', '/settings/vacation')).body).toEqual({ enableAutoReply: false })
  const away = { enableAutoReply: true, responseSubject: 'Away', responseBodyHtml: '<p>Back soon</p>' }
  expect((await mail('PUT', '/settings/vacation', away)).status).toBe(403)
  const dates = { startTime: '1795000000000', endTime: '1796000000000' }
  const set = await settings('PUT', '/settings/vacation', { ...away, ...dates, responseBodyPlainText: 'x' })
  expect([set.status, set.body]).toEqual([200, { ...away, ...dates }])
  expect((await mail('GET', '/settings/vacation')).body).toEqual({ ...away, ...dates })
  for (const wrong of [{ enableAutoReply: true }, { startTime: '2', endTime: '1' }])
    expect((await settings('PUT', '/settings/vacation', wrong)).status).toBe(400)
})

test('Filters are made, listed and deleted with the scope for settings', async () => {
  const { google } = await startForTest()
  const [mail, settings] = [
    await signedIn(google),
    await signedIn(google, { scope: `${basic} ${allScopes}` }),
  ]
  const filter = { criteria: { from: 'news@shop.example' }, action: { addLabelIds: ['TRASH'] } }
  expect((await mail('POST', '/settings/filters', filter)).status).toBe(403)
  expect((await settings('POST', '/settings/filters', { criteria: filter.criteria })).status).toBe(400)
  const { body } = await settings('POST', '/settings/filters', filter)
  expect((await mail('GET', '/settings/filters')).body).toEqual({ filter: [{ id: body.id, ...filter }] })
  expect((await mail('GET', `/settings/filters/${body.id}`)).body).toEqual({ id: body.id, ...filter })
  expect((await settings('DELETE', `/settings/filters/${body.id}`)).status).toBe(204)
  expect((await settings('DELETE', `/settings/filters/${body.id}`)).status).toBe(404)
  expect((await mail('GET', '/settings/filters')).body).toEqual({})
})
