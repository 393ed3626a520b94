import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterEach, describe, expect, test } from 'vitest'
import { type Call, client, mail, type Running, signedIn, signIn, startForTest } from '../google-for-tests.ts'
import { googleGate } from '../schema.ts'

interface Push {
  url: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

interface Hook {
  url: string
  got: Push[]
  status: number
}

const closing: Array<() => void> = []
afterEach(() => closing.splice(0).forEach((close) => close()))

/** A webhook that keeps what it is sent. */
async function startHook(): Promise<Hook> {
  const hook: Hook = { url: '', got: [], status: 204 }
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url = '', headers } = request
      hook.got.push({ url, headers, body: Buffer.concat(chunks).toString() })
      reply.writeHead(hook.status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  hook.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/push?token=t`
  return hook
}

const { project: _project, ...projectless } = client
const topic = 'projects/house/topics/mail'

async function start(subscription: object = {}): Promise<Running & { call: Call; hook: Hook }> {
  const running = await startForTest()
  const hook = await startHook()
  running.google.pubSub.createTopic(topic)
  const about = { name: 'projects/house/subscriptions/s', topic, endpoint: hook.url }
  running.google.pubSub.subscribe({ ...about, ...subscription })
  return { ...running, hook, call: await signedIn(running.google) }
}

/** What is inside of a push, its id as it was written. */
function inside(push: Push | undefined): { emailAddress: string; historyId: string; isNumber: boolean } {
  const { message } = JSON.parse(push?.body ?? '') as { message: { data: string } }
  const text = Buffer.from(message.data, 'base64').toString()
  const [, emailAddress = '', quote, historyId = ''] =
    /"emailAddress":"([^"]+)","historyId":("?)(\d+)/.exec(text) ?? []
  return { emailAddress, historyId, isNumber: quote === '' }
}

describe('watch', () => {
  test('answers the cursor and an end within seven days, and sends a test message', async () => {
    const { call, hook, world } = await start()
    const { body } = await call('POST', '/watch', { topicName: topic })
    expect(body).toEqual({
      historyId: (await call('GET', '/profile')).body.historyId,
      expiration: String(world.clock.now().getTime() + 7 * 86_400_000),
    })
    await expect.poll(() => hook.got.length).toBe(1)
    expect(inside(hook.got[0])).toMatchObject({ emailAddress: 'ada@example.test', historyId: body.historyId })
    expect(hook.got[0]!.url).toBe('/push?token=t')
    expect(googleGate.checkShape('PushEnvelope', JSON.parse(hook.got[0]!.body))).toEqual([])
  })

  test('wants a topic of the client’s own project that is there and open to Gmail', async () => {
    const { call, google } = await start()
    google.pubSub.createTopic('projects/house/topics/closed', { gmailMayPublish: false })
    const refused = async (topicName: string): Promise<[number, string]> => {
      const { status, body } = await call('POST', '/watch', { topicName })
      return [status, body.error.message]
    }
    expect(await refused('projects/other/topics/mail')).toEqual([
      400,
      'Invalid topicName does not match projects/house/topics/*',
    ])
    expect((await refused('projects/house/topics/absent'))[0]).toBe(404)
    const [status, message] = await refused('projects/house/topics/closed')
    expect([status, message]).toEqual([403, expect.stringContaining('User not authorized')])
  })

  test('takes the topics of any project from a client whose own is not known', async () => {
    const { google } = await startForTest('any', [projectless])
    google.pubSub.createTopic('projects/other/topics/mail')
    const call = await signedIn(google)
    const watch = async (topicName: string): Promise<number> =>
      (await call('POST', '/watch', { topicName })).status
    expect(await watch('projects/other/topics/mail')).toBe(200)
    expect(await watch('mail')).toBe(400)
  })

  test('is renewed on the same topic, and refused on a second one until stopped', async () => {
    const { call, google } = await start()
    google.pubSub.createTopic('projects/house/topics/second')
    const watch = async (topicName: string): Promise<number> =>
      (await call('POST', '/watch', { topicName })).status
    expect(await watch(topic)).toBe(200)
    expect(await watch(topic)).toBe(200)
    expect(google.watches.of('ada@example.test')).toHaveLength(1)
    expect(await watch('projects/house/topics/second')).toBe(400)
    expect((await call('POST', '/stop')).status).toBe(204)
    expect(await watch('projects/house/topics/second')).toBe(200)
  })
})

describe('announcements', () => {
  test('follow a change at once, at most one a second; the surplus is dropped', async () => {
    const { ada, call, hook, world, google } = await start()
    await call('POST', '/watch', { topicName: topic })
    for (let i = 0; i < 5; i++) ada.deliver(mail())
    await expect.poll(() => hook.got.length).toBe(2)
    await world.delivery.settled()
    expect(google.watches.dropped('ada@example.test')).toBe(4)
    await world.clock.advance(1_000)
    ada.deliver(mail())
    await expect.poll(() => hook.got.length).toBe(3)
  })

  test('write the id as a number or as text, and the data in either alphabet', async () => {
    const { ada, call, hook, world } = await start()
    const watched = (await call('POST', '/watch', { topicName: topic })).body.historyId
    for (let i = 0; i < 12; i++) {
      await world.clock.advance(1_000)
      ada.deliver(mail())
    }
    await expect.poll(() => hook.got.length).toBe(13)
    const all = hook.got.map(inside)
    expect(new Set(all.map((notice) => notice.isNumber))).toEqual(new Set([true, false]))
    expect(all.every((notice) => BigInt(notice.historyId) >= BigInt(watched))).toBe(true)
  })

  test('are sometimes older than what was announced before, when that is asked for', async () => {
    const { call, hook } = await start({ stale: 1 })
    const { historyId } = (await call('POST', '/watch', { topicName: topic })).body
    await expect.poll(() => hook.got.length).toBe(1)
    expect(BigInt(inside(hook.got[0]).historyId)).toBeLessThan(BigInt(historyId))
  })

  test('keep to the labels of the watch', async () => {
    const { ada, call, hook, world } = await start()
    const id = ada.deliver(mail(), { to: 'Elsewhere' })
    await call('POST', '/watch', { topicName: topic, labelIds: ['INBOX'], labelFilterBehavior: 'INCLUDE' })
    await expect.poll(() => hook.got.length).toBe(1)
    ada.act({ kind: 'mark', ids: [id], keyword: '$flagged' })
    await world.clock.advance(1_000)
    ada.deliver(mail())
    await expect.poll(() => hook.got.length).toBe(2)
    await world.delivery.settled()
    expect(hook.got).toHaveLength(2)
  })

  test('end with the watch after seven days, with the consent, and with stop', async () => {
    const { ada, call, hook, world, google } = await start()
    const quiet = async (): Promise<number> => {
      await world.clock.advance(1_000)
      ada.deliver(mail())
      await world.delivery.settled()
      return hook.got.length
    }
    await call('POST', '/watch', { topicName: topic })
    await expect.poll(() => hook.got.length).toBe(1)
    await call('POST', '/stop')
    expect(await quiet()).toBe(1)
    await call('POST', '/watch', { topicName: topic })
    await expect.poll(() => hook.got.length).toBe(2)
    google.grants.revoke('ada@example.test')
    expect(await quiet()).toBe(2)
    const again = await signedIn(google)
    await again('POST', '/watch', { topicName: topic })
    await expect.poll(() => hook.got.length).toBe(3)
    await world.clock.advance(7 * 86_400_000)
    expect(await quiet()).toBe(3)
  })

  test('come again until they are acknowledged by a status that Pub/Sub takes for it', async () => {
    const { call, hook, world } = await start()
    hook.status = 302
    await call('POST', '/watch', { topicName: topic })
    await expect.poll(() => hook.got.length).toBe(1)
    await world.delivery.settled()
    hook.status = 204
    await world.clock.advance(60_000)
    expect(hook.got.length).toBe(2)
    await world.clock.advance(3_600_000)
    expect(hook.got.length).toBe(2)
    expect(hook.got[1]!.body).toBe(hook.got[0]!.body)
  })

  test('prove where they come from when the subscription says so', async () => {
    const { call, hook, google, world } = await start({ oidc: { email: 'push@house.test', audience: 'us' } })
    await call('POST', '/watch', { topicName: topic })
    await expect.poll(() => hook.got.length).toBe(1)
    const token = String(hook.got[0]!.headers['authorization']).replace('Bearer ', '')
    const keys = createRemoteJWKSet(new URL(google.urls.jwks))
    const { payload } = await jwtVerify(token, keys, { audience: 'us', currentDate: world.clock.now() })
    expect(payload).toMatchObject({ email: 'push@house.test', email_verified: true })
  })

  test('may come bare, with everything else in headers', async () => {
    const { call, hook } = await start({ noWrapper: true, historyIdAs: 'string' })
    await call('POST', '/watch', { topicName: topic })
    await expect.poll(() => hook.got.length).toBe(1)
    expect(JSON.parse(hook.got[0]!.body)).toMatchObject({ emailAddress: 'ada@example.test' })
    expect(hook.got[0]!.headers['x-goog-pubsub-message-id']).toMatch(/^\d+$/)
  })

  test('go to whoever watches, also when two projects do', async () => {
    const second = { ...client, id: 'client-2', project: 'second' }
    const { google, ada, world } = await startForTest('two', [client, second])
    const hooks = [await startHook(), await startHook()]
    for (const [i, project] of ['house', 'second'].entries()) {
      const name = `projects/${project}/topics/mail`
      google.pubSub.createTopic(name)
      google.pubSub.subscribe({
        name: `projects/${project}/subscriptions/s`,
        topic: name,
        endpoint: hooks[i]!.url,
      })
      google.watches.start(ada, project, { topicName: name, labelIds: [], behavior: 'include' })
    }
    await signIn(google)
    await world.clock.advance(1_000)
    ada.deliver(mail())
    await expect.poll(() => hooks.map((hook) => hook.got.length)).toEqual([2, 2])
  })
})
