import type { SingleSignOnSettings } from '@plmail/wire'
import { singleSignOnWords as words } from '../../words/index.ts'

export interface SettingHints {
  issuer: string
  clientId: string | undefined
  clientSecret: string | undefined
  name: string
  onlyWay: string
}

/** The line below each field: what to enter, or where its value comes from and what it takes to replace it. */
export function settingHints(settings: SingleSignOnSettings): SettingHints {
  const { issuer, clientId, clientSecret, name } = settings
  return {
    issuer: environmentHint(issuer, 'OIDC_ISSUER') ?? words.issuerHint,
    clientId: environmentHint(clientId, 'OIDC_CLIENT_ID'),
    clientSecret: secretHint(clientSecret.from),
    name:
      name.from === 'environment'
        ? words.nameFromEnvironment({ value: name.value ?? '', variable: 'OIDC_NAME' })
        : words.nameHint,
    onlyWay: onlyWayHint(settings),
  }
}

function environmentHint(
  { value, from }: SingleSignOnSettings['issuer'],
  variable: string,
): string | undefined {
  return from === 'environment' ? words.fromEnvironmentValue({ value: value ?? '', variable }) : undefined
}

function secretHint(from: SingleSignOnSettings['clientSecret']['from']): string | undefined {
  if (from === 'environment') return words.fromEnvironment({ variable: 'OIDC_CLIENT_SECRET' })
  return from === 'stored' ? words.secretSet : undefined
}

function onlyWayHint({ isOnlyWay, mayBeOnlyWay }: SingleSignOnSettings): string {
  if (isOnlyWay.from === 'environment') return `${words.isOnlyWayByEnvironment} ${words.isOnlyWayHint}`
  return isOnlyWay.value || mayBeOnlyWay
    ? words.isOnlyWayHint
    : `${words.isOnlyWayNeeds} ${words.isOnlyWayHint}`
}
