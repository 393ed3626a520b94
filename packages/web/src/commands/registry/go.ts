import { inbox } from '../places.ts'
import type { SettingsPage } from '../settings-pages.ts'
import { grouped, type Command, type CommandId, type CommandParts } from './command.ts'

/** The settings pages whose command is named after them. */
type PageOfCommand = { [Page in SettingsPage]: `go-${Page}` extends CommandId ? Page : never }[SettingsPage]

/** Going somewhere else. */
export function goCommands({ navigator, records, isAdmin }: CommandParts): Command[] {
  const go = grouped('go')
  const goToPage = (page: SettingsPage) => () => navigator.go({ screen: 'settings', page })
  const settings = (page: PageOfCommand, when = () => true) => go(`go-${page}`, { when, run: goToPage(page) })
  const seesServer = () => isAdmin
  // A server without them, such as the demo, has no such pages.
  const seesProviders = () => isAdmin && records.accounts.signIns().length > 0
  return [
    go('go-inbox', { keys: ['g i'], run: () => navigator.go(inbox) }),
    go('go-contacts', { keys: ['g p'], run: () => navigator.go({ screen: 'contacts' }) }),
    go('go-accounts', { keys: ['g ,'], run: goToPage('accounts') }),
    settings('display'),
    settings('identities'),
    settings('vacation'),
    settings('templates'),
    settings('rules'),
    settings('blocked'),
    settings('sharing'),
    settings('booking'),
    settings('notifications'),
    go('go-calendar-settings', { run: goToPage('calendars') }),
    settings('providers', seesProviders),
    settings('webhooks', seesProviders),
    settings('single-sign-on', seesServer),
    settings('assistant'),
    settings('connections'),
    settings('security'),
    settings('app-passwords'),
    settings('reading'),
    settings('keyboard'),
    settings('language'),
    settings('device'),
    settings('add-account'),
    settings('people', seesServer),
    settings('jobs', seesServer),
  ]
}
