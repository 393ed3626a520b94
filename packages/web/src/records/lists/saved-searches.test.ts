import type { SavedSearch } from '@plmail/wire'
import { expect, test } from 'vitest'
import { methodServer } from '../../net/method-server.fixture.ts'
import type { News } from '../core/records-context.ts'
import { settled } from '../mail/mail-server.fixture.ts'
import { savedSearchesOf } from './saved-searches.ts'

function setting() {
  const stored: SavedSearch[] = [{ id: 'SS1', name: 'Bills', query: 'subject:bill', sortOrder: 0 }]
  const control = { refuses: false }
  const listeners: ((news: News) => void)[] = []
  const client = methodServer({
    'SavedSearch/get': () => ({ list: stored }),
    'SavedSearch/set': ({ create, destroy }) => {
      if (control.refuses) return create ? { notCreated: { s: {} } } : { notDestroyed: { SS1: {} } }
      if (create)
        stored.push({ id: 'SS2', sortOrder: 1, ...(create as { s: { name: string; query: string } }).s })
      if (destroy) stored.splice(0, 1)
      return {}
    },
  })
  const searches = savedSearchesOf({ ...client, listen: (listener) => void listeners.push(listener) })
  const announce = (news: News) => listeners.forEach((listener) => listener(news))
  return {
    ...client,
    searches,
    stored,
    control,
    announce,
    names: () => searches.all()?.map(({ name }) => name),
  }
}

test('saved searches are unknown until they are loaded, and listed anew after each change', async () => {
  const { searches, names } = setting()
  expect(names()).toBeUndefined()
  await searches.load()
  expect(names()).toEqual(['Bills'])
  expect(await searches.keep('From Ann', 'from:ann')).toBe(true)
  expect(names()).toEqual(['Bills', 'From Ann'])
  expect(await searches.forget('SS1')).toBe(true)
  expect(names()).toEqual(['From Ann'])
})

test('a change that is refused, or reaches nobody, is told as failed', async () => {
  const { searches, control, server, names } = setting()
  control.refuses = true
  expect([await searches.keep('x', 'y'), await searches.forget('SS1')]).toEqual([false, false])
  server.isDown = true
  expect(await searches.keep('x', 'y')).toBe(false)
  expect(names()).toEqual(['Bills'])
})

test('what another window saved is there as soon as the server says so', async () => {
  const { searches, stored, announce, names } = setting()
  await searches.load()
  stored.push({ id: 'SS9', name: 'Trips', query: 'label:trips', sortOrder: 2 })
  announce({ kind: 'state', change: { '@type': 'StateChange', changed: { A0: { Email: '3' } } } })
  await settled()
  expect(names()).toEqual(['Bills'])
  announce({ kind: 'state', change: { '@type': 'StateChange', changed: { A0: { SavedSearch: '4' } } } })
  await settled()
  expect(names()).toEqual(['Bills', 'Trips'])
})
