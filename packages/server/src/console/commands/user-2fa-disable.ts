import type { ConsoleCommand } from '../command.ts'
import { text } from '../option-values.ts'

export const userSecondFactorDisable: ConsoleCommand = {
  name: 'app:user:2fa-disable',
  options: [{ name: 'email', value: 'ADDRESS', isRequired: true }],
  run: async (values, installation, { words }) => {
    const texts = words.commands['app:user:2fa-disable']
    const address = text(values, 'email')
    const { people } = await installation.rooms()
    const user = await people.users.byEmail(address)
    if (!user) return { ok: false, text: words.nobodySignsIn({ user: address }) }
    const { id, email } = user
    const { wasOn, passkeys } = await people.secondFactor.switchOff(id)
    if (!wasOn) return { ok: true, text: texts.wasOff({ email }), data: { wasOn, passkeys } }
    const subject = { userId: id, name: email }
    await people.audit.note({ action: 'second-factor-removed', actor: { source: 'console' }, subject })
    return { ok: true, text: texts.done({ email, count: passkeys }), data: { wasOn, passkeys } }
  },
}
