import type { BookingPage } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { draftOf, pageOf } from './booking-draft.ts'

const usual = { zone: 'Europe/Berlin', destinationId: 'C1', busyCalendarIds: ['C1', 'C2'] }
const fieldsOf = (draft: ReturnType<typeof draftOf>) => {
  const page = pageOf(draft)
  if (!('fields' in page)) throw new Error(JSON.stringify(page))
  return page.fields
}

describe('a booking page that is edited', () => {
  test('checks every calendar for conflicts unless told otherwise', () => {
    expect(fieldsOf(draftOf(undefined, usual)).busyCalendarIds).toEqual(['C1', 'C2'])
  })

  test('begins with workdays from nine to five, in the user’s zone', () => {
    const { settings, destinationId } = fieldsOf(draftOf(undefined, usual))
    expect(destinationId).toBe('C1')
    expect(settings).toMatchObject({ zone: 'Europe/Berlin', slotMinutes: 30, stepMinutes: 30, perDay: null })
    expect(settings.hours).toEqual([1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: 540, to: 1020 })))
  })

  test('is saved as it was when nothing was touched, the end of a day too', () => {
    const page: BookingPage = {
      id: 'BP1',
      isEnabled: true,
      createdAt: '2026-01-01T00:00:00Z',
      name: 'Talk',
      destinationId: 'C2',
      busyCalendarIds: ['C3'],
      settings: {
        description: 'd',
        location: 'l',
        zone: 'Asia/Tokyo',
        slotMinutes: 45,
        stepMinutes: 15,
        hours: [
          { weekday: 2, from: 0, to: 720 },
          { weekday: 2, from: 780, to: 1440 },
        ],
        overrides: [
          { date: '2026-12-24', blocks: [] },
          { date: '2026-12-31', blocks: [{ from: 600, to: 720 }] },
        ],
        bufferBefore: 5,
        bufferAfter: 10,
        noticeMinutes: 60,
        horizonDays: 90,
        perDay: 3,
        perWeek: null,
        changeUntilMinutes: 120,
      },
    }
    const { name, destinationId, busyCalendarIds, settings } = page
    expect(fieldsOf(draftOf(page, usual))).toEqual({ name, destinationId, busyCalendarIds, settings })
  })

  test('is told what is wrong with it', () => {
    const draft = draftOf(undefined, { ...usual, destinationId: '' })
    draft.days[0] = [{ from: '12:00', to: '11:00' }]
    Object.assign(draft.numbers, { slotMinutes: '4', horizonDays: '', perDay: '', bufferAfter: '2.5' })
    expect(pageOf(draft)).toEqual({
      hours: true,
      destination: true,
      numbers: new Set(['slotMinutes', 'bufferAfter', 'horizonDays']),
    })
  })
})
