import type { ConsoleStep, ProblemDetail, ProviderForm, ProviderName, ValueSource } from '@plmail/wire'
import type { FieldProblem } from '../field-problem.ts'
import type { OAuthClient } from '../../providers/contract/index.ts'

export interface ShownValue {
  value: string | null
  from: ValueSource
}

/** A secret as it is shown: never its value. */
export interface ShownSecret {
  isSet: boolean
  from: ValueSource
}

/** The settings of one provider, as the administrator sees them. */
export interface RegistrationView {
  provider: ProviderName
  clientId: ShownValue
  clientSecret: ShownSecret
  /** Microsoft only: the last day of the stored secret, `YYYY-MM-DD`, as the administrator read it there. */
  secretExpiresOn: string | null
  /** Microsoft only. */
  tenant: ShownValue | null
  /** Microsoft only: which of its clouds, the global one unless said. */
  cloud: ShownValue | null
  /** Google only: Pub/Sub topic and the token of the push address. */
  topic: ShownValue | null
  pushToken: ShownSecret | null
  /** Google only: who signs the notifications and for which audience; without the first no signature is asked for. */
  pushServiceAccount: ShownValue | null
  pushAudience: ShownValue | null
  /** Client ID and secret are both there, from one place. */
  isReady: boolean
  /** To be entered at the provider, exactly so; null until the public address is known. */
  redirectUri: string | null
  /** URLs that receive the provider's notifications. */
  pushAddresses: Array<{ purpose: 'mail' | 'lifecycle' | 'calendars'; url: string }>
  /** How many accounts of this provider are connected. */
  accounts: number
}

export type Saved = { ok: true; settings: RegistrationView } | { ok: false; problems: FieldProblem[] }

/** One step at the provider's console, looked at from here, as a code; the edge says it. */
export type CodedStep = Omit<ConsoleStep, 'sentence'> & { sentence: ProblemDetail }

/** The values in force, for those who talk to the provider. */
export interface ProviderInForce {
  client: OAuthClient | undefined
  topic: string | undefined
  pushToken: string | undefined
  /** Undefined: the token of the push address is the only proof. */
  pushIdentity: { serviceAccount: string; audience: string | undefined } | undefined
}

export interface Providers {
  settings(provider: ProviderName): Promise<RegistrationView>
  save(provider: ProviderName, form: ProviderForm): Promise<Saved>
  /** Asks the provider, with a sign-in that cannot succeed, what it thinks of the registration. */
  check(provider: ProviderName): Promise<CodedStep[]>
  inForce(provider: ProviderName): Promise<ProviderInForce>
  /** Lists the providers to which mailboxes can be connected. */
  ready(): Promise<ProviderName[]>
}
