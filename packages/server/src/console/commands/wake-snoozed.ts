import type { ConsoleCommand } from '../command.ts'

export const wakeSnoozed: ConsoleCommand = {
  name: 'app:mail:wake-snoozed',
  summary: 'bring back snoozed mail whose time has come, as the server does every minute',
  options: [],
  run: async (_values, installation) => {
    const { wakeSnoozed: wake } = await installation.rooms()
    const woken = await wake()
    const text =
      woken === 0 ? 'Nothing is due.' : `${woken} ${woken === 1 ? 'message is' : 'messages are'} back.`
    return { ok: true, text, data: { woken } }
  },
}
