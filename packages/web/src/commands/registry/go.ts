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
    go('go-identities', { run: settings('identities') }),
    go('go-vacation', { run: settings('vacation') }),
    go('go-templates', { run: settings('templates') }),
    go('go-rules', { run: settings('rules') }),
    go('go-blocked', { run: settings('blocked') }),
    go('go-sharing', { run: settings('sharing') }),
    go('go-booking', { run: settings('booking') }),
    go('go-notifications', { run: settings('notifications') }),
    go('go-calendar-settings', { run: settings('calendars') }),
    go('go-providers', { when: seesProviders, run: settings('providers') }),
    go('go-webhooks', { when: seesProviders, run: settings('webhooks') }),
    go('go-security', { run: settings('security') }),
    go('go-app-passwords', { run: settings('app-passwords') }),
    go('go-reading', { run: settings('reading') }),
    go('go-keyboard', { run: settings('keyboard') }),
    go('go-language', { run: settings('language') }),
    go('go-device', { run: settings('device') }),
    go('go-add-account', { run: settings('add-account') }),
    go('go-jobs', { when: () => isAdmin, run: settings('jobs') }),
  ]
}
