import type { ProcessRole } from '../../config/index.ts'
import type { ConsoleCommand } from '../command.ts'

const roles: readonly ProcessRole[] = ['all', 'web', 'worker']

export const serve: ConsoleCommand = {
  name: 'serve',
  options: [{ name: 'role', value: 'ROLE', choices: roles }],
  run: async (values, installation) => {
    await installation.serve(roles.find((role) => role === values['role']) ?? 'all')
    return { ok: true, text: '' }
  },
}
