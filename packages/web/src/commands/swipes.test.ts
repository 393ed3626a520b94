import { readPreferences } from '@plmail/wire'
import { expect, test } from 'vitest'
import { client } from './client.fixture.ts'
import { swipedCommand } from './index.ts'

test('a row is archived to the right and snoozed to the left until somebody chooses', async () => {
  const { commands, desk, ref } = await client(1)
  desk.pointAt(ref(1))
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
  desk.pointAt(ref(1))
  expect(swipedCommand(commands, swipes, 'right')?.id).toBe('mark-read')
  await run('mark-read')
  expect(swipedCommand(commands, swipes, 'right')?.id).toBe('mark-unread')
})

test('nothing is done to a row that nobody points at', async () => {
  const { commands } = await client(1)
  expect(swipedCommand(commands, readPreferences({}), 'right')).toBeUndefined()
})
