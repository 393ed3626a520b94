import { inbox, type SettingsPage } from '../places.ts'
import { grouped, type Command, type CommandParts } from './command.ts'

/** Going somewhere else. */
export function goCommands({ navigator, isAdmin }: CommandParts): Command[] {
  const go = grouped('go')
  const settings = (page: SettingsPage) => () => navigator.go({ screen: 'settings', page })
  return [
    go('go-inbox', { keys: ['g i'], run: () => navigator.go(inbox) }),
    go('go-accounts', { keys: ['g ,'], run: settings('accounts') }),
    go('go-display', { run: settings('display') }),
    go('go-rules', { run: settings('rules') }),
    go('go-blocked', { run: settings('blocked') }),
    go('go-jobs', { when: () => isAdmin, run: settings('jobs') }),
  ]
}
