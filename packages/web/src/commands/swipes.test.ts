import { readPreferences } from '@plmail/wire'
import { expect, test } from 'vitest'
import { client } from './client.fixture.ts'
import { swipedCommand } from './index.ts'

test('a row is archived to the right and snoozed to the left until somebody chooses', async () => {
  const { commands, desk, ref } = await client(1)
  desk.hold(ref(1))
  const untouched = readPreferences({})
  expect(swipedCommand(commands, untouched, 'right')?.id).toBe('archive')
  expect(swipedCommand(commands, untouched, 'left')?.id).toBe('snooze')
  const chosen = readPreferences({ swipeRight: 'none', swipeLeft: 'trash' })
  expect(swipedCommand(commands, chosen, 'right')).toBeUndefined()
  expect(swipedCommand(commands, chosen, 'left')?.id).toBe('trash')
})

test('what is there already is brought back', async () => {
  const { commands, desk, ref, run } = await client(1)
  const swipes = readPreferences({ swipeRight: 'read', swipeLeft: 'archive' })
  desk.hold(ref(1))
  expect(swipedCommand(commands, swipes, 'right')?.id).toBe('mark-read')
  await run('mark-read')
  expect(swipedCommand(commands, swipes, 'right')?.id).toBe('mark-unread')
})

test('nothing is done where nothing is held', async () => {
  const { commands } = await client(1)
  expect(swipedCommand(commands, readPreferences({}), 'right')).toBeUndefined()
})

test('what is held is meant, whatever is open and selected, until it is let go', async () => {
  const { commands, desk, ref, run, server } = await client(3)
  desk.openThread(ref(1))
  desk.hold(ref(2))
  swipedCommand(commands, readPreferences({}), 'right')?.run()
  await run('shortcuts')
  const archive = server.mailboxWithRole('A1', 'archive')?.id ?? ''
  expect([server.email('M2')?.mailboxIds, server.email('M1')?.mailboxIds]).toEqual([
    { [archive]: true },
    { [server.inboxOf('A1')]: true },
  ])
  expect(desk.open).toEqual(ref(1))
  desk.hold(undefined)
  expect(desk.targets()).toEqual([ref(1)])
})

test('out of Trash and out of the Archive the same pull brings it back', async () => {
  const { commands, desk, navigator, ref, run, server } = await client(1)
  desk.hold(ref(1))
  await run('trash')
  const mailboxId = server.mailboxWithRole('A1', 'trash')?.id ?? ''
  navigator.go({ screen: 'mail', list: { accountId: 'A1', mailboxId } })
  desk.hold(ref(1))
  for (const swipeRight of ['trash', 'archive'] as const)
    expect(swipedCommand(commands, readPreferences({ swipeRight }), 'right')?.id).toBe('to-inbox')
})
