import { afterEach, beforeEach, expect, test } from 'vitest'
import { network } from '../../../../../server-testing/src/egress/test-network.ts'
import {
  type PushRig,
  pushRig,
  stateChange,
} from '../../../../../server-testing/src/jmap/core/push-subscription/push-rig.ts'

let rig: PushRig
beforeEach(async () => {
  rig = await pushRig()
})
afterEach(() => rig[Symbol.asyncDispose]())

test('a push service that is busy is asked again until it takes the message', async () => {
  await rig.verified()
  rig.receiver.answer(503, 1)
  const state = String(await rig.server.write(rig.server.ada.account.id, 'Email'))
  for (const at of [1, 2])
    expect(await rig.receiver.message('/a', at)).toEqual(
      stateChange(rig.server.ada.accountId, { Email: state }),
    )
  rig.receiver.answer(429, 1, { 'retry-after': '1' })
  const next = String(await rig.server.write(rig.server.ada.account.id, 'Email'))
  for (const at of [3, 4])
    expect(await rig.receiver.message('/a', at)).toEqual(
      stateChange(rig.server.ada.accountId, { Email: next }),
    )
})

test.each([404, 410])(
  'a push service that answers %i has forgotten the subscription, and so do we',
  async (status) => {
    await rig.verified()
    rig.receiver.answer(status, 1)
    await rig.server.write(rig.server.ada.account.id, 'Email')
    await expect.poll(async () => (await rig.get())['list'], { timeout: 30_000 }).toEqual([])
  },
)

test('a push service that takes nothing for a day is given up', async () => {
  await rig.verified()
  rig.receiver.answer(500, 1_000)
  const aDayAgo = new Date(rig.server.room.clock.now().getTime() - 25 * 3_600_000)
  // What was on its way when the service began to fail still arrives, and ends the failing that this writes.
  const failForADay = async () => {
    await rig.server.room.db.database.query('update push_subscription set failing_since = $1', [aDayAgo])
    await rig.server.write(rig.server.ada.account.id, 'Email')
    return (await rig.get())['list']
  }
  await expect.poll(failForADay, { interval: 500 }).toEqual([])
})

test('a push service that nobody may connect to is not given up for it', async () => {
  const id = await rig.verified()
  network.switchedOff.add('push')
  const { database } = rig.server.room.db
  const aWeekAgo = new Date(rig.server.room.clock.now().getTime() - 7 * 86_400_000)
  await database.query('update push_subscription set failing_since = $1', [aWeekAgo])
  await rig.server.write(rig.server.ada.account.id, 'Email')
  const postponed = () => database.query('select 1 from job where is_postponed')
  await expect.poll(postponed, { timeout: 30_000 }).toHaveLength(1)
  expect((await rig.get())['list']).toMatchObject([{ id }])
})
