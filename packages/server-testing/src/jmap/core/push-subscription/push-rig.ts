import { expect } from 'vitest'
import type { AccountId, AppPasswordId } from '@plmail/wire'
import { createChanges } from '../../../../../server/src/changes/index.ts'
import type { Jobs } from '../../../../../server/src/jobs/index.ts'
import { silentLog } from '../../../../../server/src/kit/log.ts'
import type { Push } from '../../../../../server/src/people/index.ts'
import { createOutboundPost } from '../../../../../server/src/safety/index.ts'
import { createListener } from '../../../../../server/src/store/listen.ts'
import { network } from '../../../egress/test-network.ts'
import { pushRoomFor } from '../../routes/push/push-behind-jmap.ts'
import { pushForTests, type PushForTests } from '../../routes/push/test-push.ts'
import { newReceiver, type Receiver } from './push-receiver.ts'

type Answer = Record<string, Record<string, unknown>>

/** A server that sends what changes to a push service on this machine, and Ada, who subscribes to it. */
export interface PushRig extends AsyncDisposable {
  receiver: Receiver
  server: PushForTests
  push: Push
  /** Calls methods with Ada's token, or with other credentials. */
  call(name: string, args: object, authorization?: string): Promise<[string, Answer, string]>
  set(args: object, authorization?: string): Promise<Answer>
  get(args?: object, authorization?: string): Promise<Answer>
  create(more?: object, authorization?: string): Promise<string>
  /** A subscription that has answered its code; the first message at its path is the code. */
  verified(more?: object, authorization?: string): Promise<string>
  appPassword(form?: {
    accountId?: AccountId
    scope?: 'read'
  }): Promise<{ id: AppPasswordId; authorization: string }>
}

const using = ['urn:ietf:params:jmap:core', 'urn:plmail:params:jmap:push']

/** What a client sends to subscribe. */
export const newSubscription = (path = '/a') => ({
  deviceClientId: 'phone',
  url: `https://push.example${path}`,
  types: null,
})

/** A message that says which types of an account have changed. */
export const stateChange = (accountId: string, types: Record<string, string>) => ({
  '@type': 'StateChange',
  changed: { [accountId]: types },
})

export async function pushRig(): Promise<PushRig> {
  const receiver = await newReceiver()
  const { server, push, close } = await startServer(receiver)
  const call: PushRig['call'] = async (name, args, authorization = `Bearer ${server.ada.token}`) => {
    const answer = await fetch(`${server.address}/jmap/api`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ using, methodCalls: [[name, args, 'c']] }),
    })
    const { methodResponses } = (await answer.json()) as { methodResponses: [[string, Answer, string]] }
    return methodResponses[0]
  }
  const set: PushRig['set'] = async (args, authorization) =>
    (await call('PushSubscription/set', args, authorization))[1]
  const create: PushRig['create'] = async (more = {}, authorization) => {
    const { created, notCreated } = await set(
      { create: { s: { ...newSubscription(), ...more } } },
      authorization,
    )
    expect(notCreated).toBeNull()
    return (created!['s'] as { id: string }).id
  }
  return {
    receiver,
    server,
    push,
    call,
    set,
    create,
    get: async (args = {}, authorization) => (await call('PushSubscription/get', args, authorization))[1],
    verified: async (more = {}, authorization) => {
      const id = await create(more, authorization)
      const path = new URL({ ...newSubscription(), ...more }.url).pathname
      const { verificationCode } = (await receiver.message(path)) as { verificationCode: string }
      const { updated, notUpdated } = await set({ update: { [id]: { verificationCode } } }, authorization)
      expect([updated, notUpdated]).toEqual([{ [id]: null }, null])
      return id
    },
    appPassword: async (form = {}) => {
      const made = await server.http.people.appPasswords.create(server.ada.id, {
        name: 'Phone',
        expiresAt: null,
        scope: null,
        accountId: null,
        ...form,
      })
      if (!made.ok) throw new Error('no app password')
      return { id: made.appPassword.id, authorization: `Bearer ${made.secret}` }
    },
    [Symbol.asyncDispose]: async () => {
      network.switchedOff.clear()
      await close()
      await server[Symbol.asyncDispose]()
      await receiver[Symbol.asyncDispose]()
    },
  }
}

async function startServer(receiver: Receiver) {
  let rooms: { push: Push; jobs: Jobs; listener: { close(): Promise<void> } } | undefined
  const server = await pushForTests(
    {},
    {
      jmap: (room) => {
        const listener = createListener({ connectionString: room.db.connectionString, log: silentLog })
        const { database } = room.db
        const changes = createChanges({ database, listen: listener.listen, clock: room.clock })
        const { push, jobs } = pushRoomFor(room, { changes, post: createOutboundPost(receiver.way) })
        rooms = { push, jobs, listener }
        return { push }
      },
    },
  )
  if (!rooms) throw new Error('The server was made without its push room')
  const { push, jobs, listener } = rooms
  await jobs.start()
  await push.start()
  const close = async () => {
    await push.stop()
    await jobs.stop(1000)
    await listener.close()
  }
  return { server, push, close }
}
