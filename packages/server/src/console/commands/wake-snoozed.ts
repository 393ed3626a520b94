import type { ConsoleCommand } from '../command.ts'

export const wakeSnoozed: ConsoleCommand = {
  name: 'app:mail:wake-snoozed',
  options: [],
  run: async (_values, installation, { words }) => {
    const { wakeSnoozed: wake } = await installation.rooms()
    const count = await wake()
    const text = count === 0 ? words.nothingDue : words.commands['app:mail:wake-snoozed'].done({ count })
    return { ok: true, text, data: { woken: count } }
  },
}
