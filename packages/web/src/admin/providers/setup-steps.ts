import type { ConsoleStep, ProviderSettings } from '@plmail/wire'

type Step = ConsoleStep['step']

type StageName =
  | 'google-project'
  | 'google-consent'
  | 'google-client'
  | 'google-push'
  | 'google-domain'
  | 'microsoft-app'
  | 'microsoft-permissions'
  | 'microsoft-push'

type CopyName = 'redirect' | 'scopes' | 'publisher' | 'mail' | 'lifecycle' | 'calendars' | 'domain'

export interface SetupStage {
  stage: StageName
  /** The page on which the stage is done. */
  console: string
  /** To be entered there, to the character. */
  copies: Array<{ what: CopyName; text: string }>
  checks: readonly Step[]
}

const googleScopes = 'https://mail.google.com/ https://www.googleapis.com/auth/calendar openid email'
const microsoftPermissions =
  'offline_access openid email profile User.Read Mail.ReadWrite Mail.Send MailboxSettings.ReadWrite Calendars.ReadWrite'
/** Gmail's own identity, which publishes announcements. */
const publisher = 'gmail-api-push@system.gserviceaccount.com'

/** The stages of a registration, in the order in which they are done. */
export function stagesOf(settings: ProviderSettings): SetupStage[] {
  return settings.provider === 'provA' ? googleStages(settings) : microsoftStages(settings)
}

/** The outcome of a stage: wrong when one of its checks is, works only when each was made and works. */
export function outcomeOf(
  checks: readonly Step[],
  steps: readonly ConsoleStep[] | undefined,
): ConsoleStep['outcome'] {
  const outcomes = checks.map((check) => steps?.find(({ step }) => step === check)?.outcome ?? 'unknown')
  if (outcomes.includes('wrong')) return 'wrong'
  return outcomes.every((outcome) => outcome === 'works') ? 'works' : 'unknown'
}

const googleConsole = 'https://console.cloud.google.com'

function googleStages(settings: ProviderSettings): SetupStage[] {
  const address = addressesOf(settings)
  return [
    {
      stage: 'google-project',
      console: `${googleConsole}/apis/library`,
      copies: [],
      checks: ['mail-api', 'calendar-api'],
    },
    {
      stage: 'google-consent',
      console: `${googleConsole}/auth/audience`,
      copies: [{ what: 'scopes', text: googleScopes }],
      checks: ['consent', 'permissions'],
    },
    {
      stage: 'google-client',
      console: `${googleConsole}/auth/clients`,
      copies: redirectOf(settings),
      checks: ['client', 'redirect-uri'],
    },
    {
      stage: 'google-push',
      console: `${googleConsole}/cloudpubsub/topic/list`,
      copies: [{ what: 'publisher', text: publisher }, ...address('mail')],
      checks: ['topic', 'publisher', 'push-address'],
    },
    {
      stage: 'google-domain',
      console: 'https://search.google.com/search-console',
      copies: [...domainOf(settings), ...address('calendars')],
      checks: ['calendar-channels'],
    },
  ]
}

const entra = 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade'

function microsoftStages(settings: ProviderSettings): SetupStage[] {
  const address = addressesOf(settings)
  return [
    {
      stage: 'microsoft-app',
      console: entra,
      copies: redirectOf(settings),
      checks: ['client', 'redirect-uri', 'cloud'],
    },
    {
      stage: 'microsoft-permissions',
      console: entra,
      copies: [{ what: 'scopes', text: microsoftPermissions }],
      checks: ['permissions', 'mail-api', 'calendar-api'],
    },
    {
      stage: 'microsoft-push',
      console: entra,
      copies: [...address('mail'), ...address('lifecycle'), ...address('calendars')],
      checks: ['push-address', 'calendar-channels'],
    },
  ]
}

const redirectOf = ({ redirectUri }: ProviderSettings): SetupStage['copies'] =>
  redirectUri === null ? [] : [{ what: 'redirect', text: redirectUri }]

const domainOf = ({ redirectUri }: ProviderSettings): SetupStage['copies'] =>
  redirectUri === null ? [] : [{ what: 'domain', text: new URL(redirectUri).hostname }]

const addressesOf =
  ({ pushAddresses }: ProviderSettings) =>
  (requestedPurpose: 'mail' | 'lifecycle' | 'calendars'): SetupStage['copies'] =>
    pushAddresses.flatMap(({ purpose, url }) =>
      purpose === requestedPurpose ? [{ what: purpose, text: url }] : [],
    )
