import type { ConsoleCommand } from '../command.ts'

export const calendarRemind: ConsoleCommand = {
  name: 'app:calendar:remind',
  options: [],
  run: async (_values, installation, { words }) => {
    const { remind } = await installation.rooms()
    const count = await remind()
    const text = count === 0 ? words.nothingDue : words.commands['app:calendar:remind'].done({ count })
    return { ok: true, text, data: { rang: count } }
  },
}
