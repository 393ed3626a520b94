import { inbox, type SettingsPage } from '../places.ts'
import { grouped, type Command, type CommandParts } from './command.ts'

/** Going somewhere else. */
export function goCommands({ navigator, records, isAdmin }: CommandParts): Command[] {
  const go = grouped('go')
  const settings = (page: SettingsPage) => () => navigator.go({ screen: 'settings', page })
  // A server without them, such as the demo, has no such pages.
  const seesProviders = () => isAdmin && records.accounts.signIns().length > 0
  return [
    go('go-inbox', { keys: ['g i'], run: () => navigator.go(inbox) }),
    go('go-contacts', { keys: ['g p'], run: () => navigator.go({ screen: 'contacts' }) }),
    go('go-accounts', { keys: ['g ,'], run: settings('accounts') }),
    go('go-display', { run: settings('display') }),
    go('go-rules', { run: settings('rules') }),
    go('go-blocked', { run: settings('blocked') }),
    go('go-providers', { when: seesProviders, run: settings('providers') }),
    go('go-webhooks', { when: seesProviders, run: settings('webhooks') }),
    go('go-jobs', { when: () => isAdmin, run: settings('jobs') }),
  ]
}
