import type { Command } from '../command.ts'

export const calendarSync: Command = {
  name: 'app:calendar:sync',
  summary: 'have the server look at calendars now, as it does every fifteen minutes',
  options: [{ name: 'stale', summary: 'only where nobody has looked for a quarter of an hour' }],
  run: async (values, installation) => {
    const { syncCalendars } = await installation.rooms()
    const sources = await syncCalendars(values['stale'] === true ? 'stale' : 'all')
    const what = sources === 1 ? '1 calendar source' : `${sources} calendar sources`
    const text = sources === 0 ? 'There is no calendar source to look at.' : `The server looks at ${what}.`
    return { ok: true, text, data: { sources } }
  },
}
