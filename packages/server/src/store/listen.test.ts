import { type AddressInfo, type Socket, createConnection, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { silentLog } from '../kit/log.ts'
import { type Listener, createListener } from './listen.ts'

describe('listening', () => {
  let db: TestDatabase
  let listener: Listener
  beforeAll(async () => {
    db = await testDatabase()
  })
  afterEach(() => listener.close())
  afterAll(() => db[Symbol.asyncDispose]())

  const notify = (channel: string, payload: string) =>
    db.database.query('select pg_notify($1, $2)', [channel, payload])

  const cut = () =>
    db.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and pid <> pg_backend_pid()`,
    )

  function subscriber() {
    const heard: string[] = []
    return {
      heard,
      notify: (payload: string) => void heard.push(payload),
      missed: () => void heard.push('(missed)'),
    }
  }

  test('each subscriber hears its channel, until it stops', async () => {
    listener = createListener({ connectionString: db.connectionString, log: silentLog })
    const [one, two, other] = [subscriber(), subscriber(), subscriber()]
    const stop = await listener.listen('Mixed "Case"', one)
    await listener.listen('Mixed "Case"', two)
    await listener.listen('other', other)
    await notify('Mixed "Case"', 'first')
    await expect.poll(() => two.heard).toEqual(['first'])
    await stop()
    await notify('Mixed "Case"', 'second')
    await notify('other', 'third')
    await expect.poll(() => other.heard).toEqual(['third'])
    expect([one.heard, two.heard]).toEqual([['first'], ['first', 'second']])
  })

  test('a lost connection is replaced and the gap reported', async () => {
    listener = createListener({ connectionString: db.connectionString, log: silentLog })
    const one = subscriber()
    await listener.listen('a', one)
    await cut()
    await expect.poll(() => one.heard).toEqual(['(missed)'])
    await notify('a', 'after')
    await expect.poll(() => one.heard).toEqual(['(missed)', 'after'])
  })

  test('an absent database is no error: subscribers are told once it is there', async () => {
    const name = `late_${Date.now()}`
    const late = db.connectionString.replace(/@\/[^?]+/, `@/${name}`)
    listener = createListener({ connectionString: late, log: silentLog })
    const one = subscriber()
    await listener.listen('a', one)
    await db.database.query(`create database ${name}`)
    await expect.poll(() => one.heard).toEqual(['(missed)'])
    await listener.close()
    await db.database.query(`drop database ${name} with (force)`)
  })

  test('a connection that stops answering is replaced', async () => {
    const proxy = await silenceableProxy(db.connectionString)
    listener = createListener({ connectionString: proxy.connectionString, log: silentLog, heartbeatMs: 50 })
    const one = subscriber()
    await listener.listen('a', one)
    proxy.silence()
    await expect.poll(() => one.heard).toEqual(['(missed)'])
    await notify('a', 'after')
    await expect.poll(() => one.heard).toContain('after')
    await listener.close()
    await proxy.close()
  })
})

/** Passes connections on to the server until told to keep those it has open but mute, as a dead network does. */
async function silenceableProxy(connectionString: string) {
  const url = new URL(connectionString.replace('@/', '@localhost/'))
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = createConnection(`${url.searchParams.get('host')}/.s.PGSQL.5432`)
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) socket.on('error', () => {})
    sockets.push(near, far)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    connectionString: `postgresql://${url.username}@127.0.0.1:${port}${url.pathname}`,
    silence: () => {
      for (const socket of sockets) socket.unpipe()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
