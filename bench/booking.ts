import { dayMs } from '@plmail/calendar-format'
import { bookPage } from '../packages/server/src/http/pages/book/page.ts'
import { emptyForm } from '../packages/server/src/http/pages/book/form.ts'
import { publicWords } from '../packages/server/src/http/pages/public/words.ts'
import { readSettings } from '../packages/server/src/calendar/index.ts'
import type { Bench } from './stage/rows.ts'

/** What a page for booking costs that offers 200 times in a week. */
export const booking: Bench = {
  name: 'booking',
  run: async () => {
    render()
    const all = Array.from({ length: 25 }, () => cpuMs(render)).sort((first, second) => first - second)
    return [
      {
        what: 'booking page, 200 slots',
        value: all[12] ?? 0,
        unit: 'ms CPU',
        note: 'median of 25',
        budget: { atMost: 5 },
      },
    ]
  },
}

const monday = Date.UTC(2026, 10, 23)
const settings = readSettings({ zone: 'Europe/Berlin', description: 'Bring your own tea.' })
const slots = Array.from({ length: 200 }, (_, index) => {
  const start = monday + Math.floor(index / 29) * dayMs + (index % 29) * 1_800_000 + 8 * 3_600_000
  return { start, end: start + 1_800_000 }
})

const freeDays = Array.from({ length: 30 }, (_, index) => monday + index * dayMs)

function render(): void {
  bookPage({
    token: 'A'.repeat(43),
    words: publicWords('en'),
    form: emptyForm,
    problems: {},
    isFirstLook: false,
    page: { name: 'A talk', ownerName: 'Ada Lovelace', settings },
    week: {
      zone: 'America/New_York',
      monday,
      slots,
      earlier: undefined,
      later: monday + 7 * dayMs,
      first: monday,
      last: monday + 56 * dayMs,
      freeDays: new Set(freeDays),
    },
  })
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
