/** The registrations of this server, for administrators. */
export const providers = {
  intro:
    'Google and Microsoft let people sign in to servers that are registered with them. Register this one once, for all its users.',
  publicAddress:
    'The public address of this server is not set (APP_PUBLIC_URL), so there is nothing to enter at a provider yet.',
  ready: 'Ready',
  notReady: 'Not set up',
  accounts: (count: number) => (count === 1 ? '1 account' : `${count} accounts`),
  enterThere: (name: string) => `Enter at ${name}`,
  redirectUri: 'Redirect URI',
  redirectHint:
    'To the character, as a web application. Once accounts are connected it cannot change without connecting them all again.',
  push: {
    mail: 'Push address for mail',
    lifecycle: 'Push address for notices',
    calendars: 'Push address for calendars',
  },
  copy: 'Copy',
  copyLabel: (what: string) => `Copy: ${what}`,
  copied: 'Copied.',
  notCopied: 'The browser would not copy it. Select it and copy it yourself.',
  enterHere: (name: string) => `Copy from ${name}`,
  clientId: { provA: 'Client ID', provB: 'Application (client) ID' },
  clientSecret: { provA: 'Client secret', provB: 'Client secret: its value' },
  secretSet: 'A secret is stored and cannot be shown. Leave this empty to keep it.',
  secretFromEnvironment: 'A secret comes from the environment. Enter one here to use it instead.',
  secretHint: {
    provA: 'Begins with GOCSPX-.',
    provB: 'The column Value, not the Secret ID. It is shown only right after the secret was made.',
  },
  secretExpiresOn: 'Last day of the secret (optional)',
  secretExpiresHint: 'The column Expires. Administrators are reminded thirty days before.',
  tenant: 'Tenant',
  tenantHint:
    'common (work and personal accounts), organizations, consumers, or the tenant ID of one organisation. It must fit the registration’s account types.',
  topic: 'Pub/Sub topic (optional)',
  topicHint: 'projects/<project_id>/topics/<name>. Without it mail is looked for every fifteen minutes.',
  pushToken: 'Push verification token (optional)',
  pushTokenHint: 'Stands in the push address and proves that a notification comes from your topic.',
  pushServiceAccount: 'Service account of the push subscription (optional)',
  pushServiceAccountHint:
    'If the push subscription has authentication enabled: the account it signs with. Unsigned notifications are then refused.',
  pushAudience: 'Audience of the push subscription (optional)',
  pushAudienceHint: 'Only if you set one there. Otherwise it is the push address.',
  makeToken: 'Make one up',
  fromEnvironment: 'From the environment. What you enter here is used instead.',
  save: 'Save',
  saved: (name: string) => `The settings for ${name} are saved`,
  remove: 'Remove what is stored',
  confirmRemove: (name: string) => `Remove the settings for ${name}?`,
  removeText:
    'What is stored here is forgotten. Connected accounts stand still unless the environment has a registration.',
  removed: (name: string) => `The settings for ${name} are removed`,
  check: 'Check now',
  checking: 'Checking',
  outcomes: { works: 'Works', wrong: 'Wrong', unknown: 'Not known' },
  steps: {
    client: 'Client ID and secret',
    'redirect-uri': 'Redirect URI',
    topic: 'Pub/Sub topic',
    'push-address': 'Push address',
  },
}
