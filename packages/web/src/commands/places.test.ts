import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { categories } from '@plmail/wire'
import { categorised, isSameList, narrowed, type ListName } from '../records/index.ts'
import { listPaths, pathOf, placeOf, type Place } from './places.ts'
import { settingsPages } from './settings-pages.ts'

const number = fc.integer({ min: 1, max: 999_999 }).map(String)
const whole = fc.oneof(
  fc.constantFrom(...Object.values(listPaths)).map((role) => ({ role })),
  fc.tuple(number, number).map(([a, l]) => ({ accountId: `A${a}`, mailboxId: `L${l}` })),
)
const list: fc.Arbitrary<ListName> = fc
  .tuple(
    whole,
    fc.constantFrom(undefined, ...categories.filter((category) => category !== 'primary')),
    fc.boolean(),
  )
  .map(([name, category, isUnread]) => narrowed(categorised(name, category), isUnread))
const place: fc.Arbitrary<Place> = fc.oneof(
  fc.constantFrom(...settingsPages).map((page): Place => ({ screen: 'settings', page })),
  fc.tuple(list, fc.option(fc.tuple(number, number))).map(([name, thread]): Place => {
    if (!thread) return { screen: 'mail', list: name }
    const accountId = 'role' in name ? `A${thread[0]}` : name.accountId
    return { screen: 'mail', list: name, thread: { accountId, threadId: `T${thread[1]}` } }
  }),
)

const part = fc.oneof(
  fc.string(),
  fc.constantFrom('mail', 'settings', 'inbox', 'A1', 'L1', 'T1', '..', '%00'),
)
const anyPath = fc.array(part).map((parts) => `/${parts.join('/')}`)

describe('places', () => {
  test('every place has an address that leads back to it', () => {
    fc.assert(
      fc.property(place, (somewhere) => {
        expect(placeOf(pathOf(somewhere))).toEqual(somewhere)
      }),
    )
  })

  test('the addresses are the ones people will bookmark', () => {
    expect(pathOf({ screen: 'mail', list: { role: 'inbox' } })).toBe('/mail/inbox')
    expect(placeOf('/mail/A1/L4/T3')).toEqual({
      screen: 'mail',
      list: { accountId: 'A1', mailboxId: 'L4' },
      thread: { accountId: 'A1', threadId: 'T3' },
    })
    expect(placeOf('/mail/starred/unread')).toEqual({
      screen: 'mail',
      list: { role: 'flagged', isUnread: true },
    })
    expect(placeOf('/mail/inbox/social/unread')).toEqual({
      screen: 'mail',
      list: { role: 'inbox', category: 'social', isUnread: true },
    })
    expect(pathOf({ screen: 'mail', list: { role: 'inbox', category: 'primary' } })).toBe('/mail/inbox')
    expect(placeOf('/')).toEqual({ screen: 'mail', list: { role: 'inbox' } })
    expect(placeOf('/settings')).toEqual({ screen: 'settings', page: 'accounts' })
  })

  test.each([
    '/login',
    '/mail/inbox/A1',
    '/mail/inbox/A1/M3',
    '/mail/A0/L1',
    '/mail/A1',
    '/mail/flagged',
    '/mail/inbox/unread/unread',
    '/mail/A1/unread/L1',
    '/mail/inbox/unread/social',
    '/mail/inbox/social/social',
    '/mail/inbox/primary',
    '/mail/A1/L1/T1/x',
    '/mail/A1/L1/../..',
    '/settings/nothing',
    '/settings/jobs/1',
  ])('%s is no place of the client', (path) => expect(placeOf(path)).toBeUndefined())

  test('any text is a place or none, never an error', () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        expect(() => placeOf(path)).not.toThrow()
      }),
    )
  })

  test('lists are the same by what they show', () => {
    const folder = { accountId: 'A1', mailboxId: 'L1' }
    expect(isSameList({ role: 'inbox' }, { role: 'inbox' })).toBe(true)
    expect(isSameList({ role: 'inbox' }, folder)).toBe(false)
    expect(isSameList(folder, { ...folder })).toBe(true)
    expect(isSameList(folder, { ...folder, mailboxId: 'L2' })).toBe(false)
  })
})
