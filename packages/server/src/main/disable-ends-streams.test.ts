import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ownPage } from '../../../server-testing/src/http/test-http.ts'
import { commonPassword, wholeServer } from '../../../server-testing/src/main/whole-server.ts'

test('whoever is disabled hears nothing any more, at once: of the hub, of JMAP by token or app password, or by push', async () => {
  await using server = await wholeServer()
  const [ada, bob] = [await server.person('ada', 0), await server.person('bob', 0)]
  const { database } = server.db
  await database.query('update app_user set is_admin = true where id = $1', [ada.id.slice(1)])
  await server.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.http.server.address() as AddressInfo
  const made = await bob.ask({
    method: 'POST',
    url: '/api/app-passwords',
    payload: { name: 'Phone', password: commonPassword },
  })
  const { secret } = JSON.parse(made.text) as { secret: string }
  const [, subscribed] = await bob.call('PushSubscription/set', {
    create: { p: { deviceClientId: 'phone', url: 'https://push.example.test/x' } },
  })
  expect(subscribed['created']).toHaveProperty('p')
  const listen = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    expect(answer.status).toBe(200)
    return answer.text()
  }
  const source = '/jmap/eventsource?types=*&closeafter=no&ping=0'
  const streams = [
    listen(`/.well-known/hub?topic=/users/${bob.id}`, { cookie: bob.cookie }),
    listen(source, { authorization: `Bearer ${bob.token}` }),
    listen(source, { authorization: `Bearer ${secret}` }),
  ]
  const own = listen(`/.well-known/hub?topic=/users/${ada.id}`, { cookie: ada.cookie })
  const disabled = await ada.ask({
    method: 'POST',
    url: `/api/admin/people/${bob.id}/disable`,
    payload: { password: commonPassword, mail: 'syncs' },
    headers: ownPage,
  })
  expect(disabled.status).toBe(204)
  // Each ends by itself, and nobody else's.
  await Promise.all(streams)
  expect(await Promise.race([own, Promise.resolve('goes on')])).toBe('goes on')
  expect(
    await database.query('select 1 from push_subscription where user_id = $1', [bob.id.slice(1)]),
  ).toEqual([])
  for (const headers of [{ authorization: `Bearer ${secret}` }, { authorization: `Bearer ${bob.token}` }]) {
    const { statusCode } = await server.http.inject({ url: '/jmap/session', headers })
    expect(statusCode).toBe(401)
  }
})
