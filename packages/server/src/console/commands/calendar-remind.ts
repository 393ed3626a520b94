import type { ConsoleCommand } from '../command.ts'

export const calendarRemind: ConsoleCommand = {
  name: 'app:calendar:remind',
  summary: 'ring the reminders that are due, as the server does every minute',
  options: [],
  run: async (_values, installation) => {
    const { remind } = await installation.rooms()
    const rang = await remind()
    const text =
      rang === 0 ? 'Nothing is due.' : `${rang} ${rang === 1 ? 'reminder has' : 'reminders have'} rung.`
    return { ok: true, text, data: { rang } }
  },
}
