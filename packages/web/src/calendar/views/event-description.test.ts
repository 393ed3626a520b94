import type { CalendarEventView } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import type { Shown } from '../grid/merge.ts'
import { joinOf, lookOf, placeOf } from './event-description.ts'

const shown = (event: Partial<CalendarEventView>) => ({ event }) as Shown
const at = (...names: string[]) => ({
  locations: Object.fromEntries(
    names.map((name, n) => [`l${String(n)}`, { '@type': 'Location' as const, name }]),
  ),
})
const call = (uri: string) => ({ virtualLocations: { v1: { '@type': 'VirtualLocation' as const, uri } } })

describe('the place of an event', () => {
  test('is all of its places', () => {
    expect(placeOf(shown(at('Room 3', 'Garden')))).toBe('Room 3, Garden')
  })

  test('is nothing where none has a name', () => {
    expect(placeOf(shown({}))).toBe('')
  })
})

describe('the way into a call', () => {
  test('is the conference of the event', () => {
    expect(joinOf(shown(call('https://anything.example/room')))).toBe('https://anything.example/room')
  })

  test.each(['javascript:alert(1)', 'http://zoom.us/j/1', 'tel:+491234'])('is never %s', (uri) => {
    expect(joinOf(shown(call(uri)))).toBeUndefined()
  })

  test.each([
    'https://us02web.zoom.us/j/123',
    'https://teams.microsoft.com/l/meetup-join/x',
    'https://meet.google.com/abc-defg-hij',
  ])('is %s where somebody wrote it into the place', (url) => {
    expect(joinOf(shown(at(`Room 3 or ${url}`)))).toBe(url)
  })

  test('is no other link in the place', () => {
    expect(joinOf(shown(at('https://maps.example/room-3')))).toBeUndefined()
  })

  test('is the conference where the place has a link as well', () => {
    expect(joinOf(shown({ ...at('https://zoom.us/j/1'), ...call('https://call.example/2') }))).toBe(
      'https://call.example/2',
    )
  })
})

describe('how an event is drawn', () => {
  test.each<[Partial<CalendarEventView>, string]>([
    [{}, ''],
    [{ status: 'confirmed' }, ''],
    [{ status: 'tentative' }, 'loose'],
    [{ freeBusyStatus: 'free' }, 'loose'],
    [{ status: 'cancelled', freeBusyStatus: 'free' }, 'cancelled'],
  ])('%j is %j', (event, look) => {
    expect(lookOf(shown(event))).toBe(look)
  })
})
