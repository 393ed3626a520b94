/** The registrations of this server, for administrators. */
export const providers = {
  intro:
    'Google and Microsoft let people sign in to servers that are registered with them. Register this one once, for all its users.',
  publicAddress:
    'The public address of this server is not set (APP_PUBLIC_URL), so there is nothing to enter at a provider yet.',
  ready: 'Ready',
  notReady: 'Not set up',
  accounts: (count: number) => (count === 1 ? '1 account' : `${count} accounts`),
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
  cloud: 'Cloud',
  cloudHint: 'Where the organisation’s tenant lives. Most live in the global cloud.',
  clouds: {
    global: 'Global',
    'us-government': 'US Government (GCC High)',
    'us-dod': 'US Government (DoD)',
    china: 'China (21Vianet)',
  },
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
  /** The way through a provider's console. */
  coach: {
    title: (name: string) => `Set up at ${name}`,
    intro:
      'Work through these steps in order, then check. A step turns green only when a real answer proved it; connect a mailbox as soon as the client works, since most answers need one.',
    open: (name: string) => `Open it at ${name}`,
    check: 'Check now',
    checking: 'Checking',
    unchecked: 'Not checked yet',
    outcomes: { works: 'Works', wrong: 'Wrong', unknown: 'Not known' },
    steps: {
      client: 'Client ID and secret',
      'redirect-uri': 'Redirect URI',
      cloud: 'Cloud',
      consent: 'Publishing status',
      permissions: 'Permissions',
      'mail-api': 'Mail API',
      'calendar-api': 'Calendar API',
      topic: 'Pub/Sub topic',
      publisher: 'Publisher role',
      'push-address': 'Push address',
      'calendar-channels': 'Calendar notifications',
    },
    copies: {
      redirect: 'Redirect URI',
      scopes: 'Permissions',
      publisher: 'Publisher on the topic',
      mail: 'Push address for mail',
      lifecycle: 'Push address for notices',
      calendars: 'Push address for calendars',
      domain: 'Domain to verify',
    },
    copyHints: {
      redirect:
        'To the character, as a web application. Once accounts are connected it cannot change without connecting them all again.',
    },
    stages: {
      'google-project': {
        title: 'Project and APIs',
        text: 'Create a project. Enable the Gmail API, the Google Calendar API and, for instant delivery, the Cloud Pub/Sub API in it.',
      },
      'google-consent': {
        title: 'Consent screen',
        text: 'Describe the app, add these permissions under Data access, and publish the app under Audience. In testing, every sign-in ends after seven days.',
      },
      'google-client': {
        title: 'OAuth client',
        text: 'Create a client of the type Web application and add this redirect URI. Then enter client ID and secret below.',
      },
      'google-push': {
        title: 'Instant delivery of mail (optional)',
        text: 'Create a topic and give this principal the role Pub/Sub Publisher on it. Enter topic and verification token below. Then create a push subscription of the topic with the push address as its endpoint, and switch instant delivery on for an account.',
      },
      'google-domain': {
        title: 'Domain for calendar notifications (optional)',
        text: 'Verify the domain in the Search Console with an owner of the Google Cloud project. Without it calendars are read every fifteen minutes.',
      },
      'microsoft-app': {
        title: 'Application',
        text: 'Register an application. Under Authentication add the platform Web with this redirect URI; under Certificates & secrets create a secret and copy its value, not its ID. Enter both below.',
      },
      'microsoft-permissions': {
        title: 'Permissions',
        text: 'Under API permissions add these delegated permissions of Microsoft Graph. Some organisations need their administrator to grant consent there.',
      },
      'microsoft-push': {
        title: 'Instant delivery',
        text: 'There is nothing to enter: plMail names these addresses to Microsoft by itself. They have to be reachable over HTTPS. Switch instant delivery on for an account.',
      },
    },
  },
}
