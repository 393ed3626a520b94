/**
 * Every settings page by the last part of its address. Imports nothing: tools and journeys that walk the pages take the
 * list from here.
 */
export const settingsPages = [
  'accounts',
  'add-account',
  'security',
  'app-passwords',
  'identities',
  'vacation',
  'templates',
  'rules',
  'blocked',
  'calendars',
  'sharing',
  'booking',
  'profile',
  'display',
  'language',
  'keyboard',
  'reading',
  'device',
  'notifications',
  'people',
  'jobs',
  'providers',
  'webhooks',
  'single-sign-on',
  'assistant',
  'connections',
] as const
export type SettingsPage = (typeof settingsPages)[number]
/** The settings pages that administrators alone have. */
export type AdminPage = Extract<SettingsPage, 'jobs' | 'people' | 'providers' | 'webhooks' | 'single-sign-on'>
