import type { ConsoleCommand } from '../command.ts'
import { syncSentence } from '../sync-sentence.ts'

export const calendarSync: ConsoleCommand = {
  name: 'app:calendar:sync',
  summary: 'have the server look at calendars now, as it does every fifteen minutes',
  options: [{ name: 'stale', summary: 'only where nobody has looked for a quarter of an hour' }],
  run: async (values, installation) => {
    const { syncCalendars, calendarSources } = await installation.rooms()
    const isStaleOnly = values['stale'] === true
    const sources = await syncCalendars(isStaleOnly ? 'stale' : 'all')
    const data = { sources }
    if (sources > 0) {
      const names = sources === 1 ? '1 calendar source' : `${sources} calendar sources`
      return { ok: true, text: await syncSentence(installation, names), data }
    }
    const isFresh = isStaleOnly && (await calendarSources()) > 0
    const text = isFresh
      ? 'Every calendar source was looked at within the last quarter of an hour.'
      : 'There is no calendar source to look at.'
    return { ok: true, text, data }
  },
}
