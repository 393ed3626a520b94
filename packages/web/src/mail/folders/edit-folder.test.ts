import type { Mailbox } from '@plmail/wire'
import { expect, test } from 'vitest'
import type { FolderOutcome, FolderReach } from '../../records/index.ts'
import { createFolderEdit, type FolderEditState } from './edit-folder.ts'

const rights = { mayRename: true, mayDelete: true } as Mailbox['myRights']
const folder = (more: Partial<Mailbox> = {}): Mailbox =>
  ({ id: 'F1', name: 'Boats', myRights: rights, ...more }) as Mailbox
const fields = { name: ' Ships ', parentId: null, hue: 3, isHidden: true }

function edited(
  stored: Mailbox | undefined,
  { outcome = { ok: true, id: 'F1' }, reach }: { outcome?: FolderOutcome; reach?: FolderReach } = {},
) {
  const calls: unknown[][] = []
  const events: string[] = []
  const states: FolderEditState[] = []
  const edit = createFolderEdit({
    account: { id: 'A1' },
    folder: stored,
    folders: {
      create: async (...args) => (calls.push(['create', ...args]), outcome),
      change: async (...args) => (calls.push(['change', ...args]), outcome),
      remove: async (...args) => (calls.push(['remove', ...args]), outcome),
      reach: async () => reach,
    },
    restId: () => 'trash',
    show: (state) => void states.push(state),
    onsaved: () => void events.push('saved'),
    onremoved: (id) => void events.push(`removed ${id}`),
  })
  return { edit, calls, events, states }
}

test('a new folder is made with its name trimmed', async () => {
  const { edit, calls, events, states } = edited(undefined)
  await edit.save(fields)
  expect(calls).toEqual([['create', 'A1', { name: 'Ships', parentId: null, hue: 3 }]])
  expect(events).toEqual(['saved'])
  expect(states.map(({ isBusy }) => isBusy)).toEqual([true, false])
})

test('a folder without a name is not sent', async () => {
  const { edit, calls, events } = edited(undefined)
  await edit.save({ ...fields, name: '  ' })
  expect(edit.state.error?.field).toBe('name')
  expect([calls, events]).toEqual([[], []])
})

test('a folder of the server’s own keeps name and place, and takes colour and hiding', async () => {
  const { edit, calls } = edited(folder({ myRights: { ...rights, mayRename: false } }))
  await edit.save(fields)
  expect(calls).toEqual([['change', 'A1', 'F1', { hue: 3, isSubscribed: false }]])
})

test('what the server refuses stands at its field, and the form stays open', async () => {
  const why = { type: 'alreadyExists', properties: ['name'] }
  const { edit, events } = edited(folder(), { outcome: { ok: false, why } })
  await edit.save(fields)
  expect(edit.state).toMatchObject({ isBusy: false, error: { field: 'name' } })
  expect(events).toEqual([])
})

test('deleting says first what goes, and then moves what is nowhere else', async () => {
  const { edit, calls, events } = edited(folder(), { reach: { total: 12, only: 4 } })
  await edit.askReach()
  expect(edit.state.reach).toEqual({ counts: { total: 12, only: 4 } })
  expect(calls).toEqual([])
  await edit.remove()
  expect(calls).toEqual([['remove', 'A1', 'F1', 'trash']])
  expect(events).toEqual(['removed F1'])
})

test('without an answer it is known that nobody could count, and a refused deletion says why', async () => {
  const { edit, events } = edited(folder(), { outcome: { ok: false, why: undefined } })
  await edit.askReach()
  expect(edit.state.reach).toEqual({ counts: undefined })
  await edit.remove()
  expect(edit.state.error).toMatchObject({ field: 'form' })
  expect(events).toEqual([])
})
