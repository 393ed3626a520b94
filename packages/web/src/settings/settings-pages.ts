import type { AdminPage, SettingsPage } from '../commands/index.ts'

/** The pages that everybody has, in the order of the list. */
export const ownPages: readonly SettingsPage[] = [
  'profile',
  'accounts',
  'identities',
  'vacation',
  'templates',
  'rules',
  'blocked',
  'calendars',
  'sharing',
  'booking',
  'display',
  'language',
  'keyboard',
  'reading',
  'assistant',
  'notifications',
  'device',
  'security',
  'connections',
]

/** The pages of who runs the server: providers are set up where an account can sign in with one. */
export function adminPages(hasProviders: boolean): readonly AdminPage[] {
  return hasProviders
    ? ['people', 'providers', 'webhooks', 'single-sign-on', 'jobs']
    : ['people', 'single-sign-on', 'jobs']
}
