import type { ConsoleCommand } from '../command.ts'
import { syncSentence } from '../sync-sentence.ts'

export const calendarSync: ConsoleCommand = {
  name: 'app:calendar:sync',
  options: [{ name: 'stale' }],
  run: async (values, installation, { words }) => {
    const texts = words.commands['app:calendar:sync']
    const { syncCalendars, calendarSources } = await installation.rooms()
    const isStaleOnly = values['stale'] === true
    const sources = await syncCalendars(isStaleOnly ? 'stale' : 'all')
    const data = { sources }
    if (sources > 0) {
      const names = texts.sources({ count: sources })
      return { ok: true, text: await syncSentence(installation, words, names), data }
    }
    const isFresh = isStaleOnly && (await calendarSources()) > 0
    return { ok: true, text: isFresh ? texts.allFresh : texts.none, data }
  },
}
