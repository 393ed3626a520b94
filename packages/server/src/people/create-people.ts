import type { Changes } from '../changes/index.ts'
import type { Events } from '../events/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import type { AskProvider } from './single-sign-on/provider-fetch.ts'
import { type Cache, type Cipher, type Database, type Listen, createNotifiedCache } from '../store/index.ts'
import { createAdministration } from './administration/create-administration.ts'
import { createPersonLinks } from './administration/person-links.ts'
import type { Administration, PersonLinks } from './administration/types.ts'
import type { StoredAppPassword } from './app-password-sign-in.ts'
import { type AppPasswords, createAppPasswords } from './app-passwords.ts'
import { createAudit } from './audit/create-audit.ts'
import type { Audit } from './audit/types.ts'
import { type PreferenceRoom, createPreferences } from './choices/preferences.ts'
import { type SavedSearches, createSavedSearches } from './choices/saved-searches.ts'
import { type HalfSignIns, createHalfSignIns } from './half-sign-ins.ts'
import { type Install, createInstall } from './install.ts'
import { createDeviceMarks, type DeviceMarks } from './device-marks.ts'
import type { PeopleKeys } from './keys.ts'
import { createFamiliarAddresses } from './familiar-addresses.ts'
import { createPairings } from './pairing/create-pairings.ts'
import type { Pairings } from './pairing/types.ts'
import { createPasskeys } from './passkeys/create-passkeys.ts'
import type { Passkeys } from './passkeys/types.ts'
import { createPasswords } from './passwords.ts'
import { type Remember, createRemember } from './remembered-sign-ins.ts'
import { createSingleSignOn } from './single-sign-on/create-single-sign-on.ts'
import type { SingleSignOn, SingleSignOnEnvironment } from './single-sign-on/types.ts'
import { createSecondFactor } from './second-factor/create-second-factor.ts'
import { createSecondFactorPolicies, type SecondFactorPolicies } from './second-factor/policy.ts'
import type { SecondFactor } from './second-factor/types.ts'
import type { OpenSession } from './session.ts'
import { type Sessions, createSessions } from './sessions.ts'
import { type SignIn, createSignIn } from './sign-in.ts'
import { type Throttle, createThrottle } from './sign-in-throttle.ts'
import { type SignIns, createSignIns } from './sign-ins.ts'
import { type Tokens, createTokens } from './tokens.ts'
import { type TrustedDevices, createTrustedDevices } from './trusted-devices.ts'
import { type Users, createUsers } from './users.ts'

export interface PeopleNeeds {
  store: Database
  /** Opens the personal account of a new user, and is written to there. */
  changes: Pick<Changes, 'open' | 'write'>
  /** Subscribes to a NOTIFY channel; store's listener. */
  listen: Listen
  clock: Clock
  random: Random
  /**
   * Counts failed attempts for all processes, holds pairing codes and the challenges of passkeys, and reserves what must not
   * be given out twice.
   */
  cache: Pick<Cache, 'attempts' | 'get' | 'put' | 'add' | 'take' | 'delete' | 'increment'>
  keys: PeopleKeys
  /** Told what changes about how users sign in. */
  events: Pick<Events, 'publish'>
  /** Seals the secrets of authenticator apps. */
  cipher: Cipher
  /** APP_PUBLIC_URL, asked on every use: where passkeys work. */
  publicAddress(): string | undefined
  /** The guarded way to the identity provider, and how the environment names it. */
  singleSignOn: { ask: AskProvider; environment: SingleSignOnEnvironment }
}

export interface People {
  users: Users
  install: Install
  signIn: SignIn
  /** Shared by everything that checks a password or an app password. */
  throttle: Throttle
  sessions: Sessions
  remember: Remember
  halfSignIns: HalfSignIns
  secondFactor: SecondFactor
  secondFactorPolicies: SecondFactorPolicies
  passkeys: Passkeys
  trustedDevices: TrustedDevices
  singleSignOn: SingleSignOn
  deviceMarks: DeviceMarks
  tokens: Tokens
  appPasswords: AppPasswords
  audit: Audit
  administration: Administration
  pairings: Pairings
  links: PersonLinks
  signIns: SignIns
  preferences: PreferenceRoom
  savedSearches: SavedSearches
}

export function createPeople(needs: PeopleNeeds): People {
  const { store, changes, listen, clock, random, cache, keys, cipher, events } = needs
  const passwords = createPasswords(random)
  const throttle = createThrottle({ cache, clock })
  const sessionCache = createNotifiedCache<OpenSession>('plmail_sessions', listen, clock)
  const sessions = createSessions({ store, cache: sessionCache, clock, random })
  const appPasswordCache = createNotifiedCache<StoredAppPassword>('plmail_app_passwords', listen, clock)
  const audit = createAudit({ store, clock })
  const administrationNeeds = {
    store,
    changes,
    clock,
    random,
    passwords,
    audit,
    events,
    sessions: sessionCache,
    appPasswords: appPasswordCache,
  }
  const remember = createRemember({ store, cache, clock, key: keys.keyFor('remember') })
  const familiar = createFamiliarAddresses({ store, clock })
  const users = createUsers({
    store,
    sessions: sessionCache,
    appPasswords: appPasswordCache,
    changes,
    events,
    clock,
    passwords,
  })
  const appPasswords = createAppPasswords({
    store,
    cache: appPasswordCache,
    clock,
    random,
    throttle,
    familiar,
    events,
  })
  return {
    users,
    install: createInstall({ store, changes, clock, passwords, key: keys.keyFor('setup-code') }),
    signIn: createSignIn({ store, passwords, throttle, familiar, remember }),
    throttle,
    sessions,
    remember,
    halfSignIns: createHalfSignIns({ store, clock, key: keys.keyFor('half-sign-in') }),
    secondFactor: createSecondFactor({ store, clock, random, cipher, events, sessions: sessionCache }),
    secondFactorPolicies: createSecondFactorPolicies({ store, clock, audit, sessions: sessionCache }),
    passkeys: createPasskeys({
      store,
      cache,
      clock,
      random,
      events,
      throttle,
      familiar,
      sessions: sessionCache,
      publicAddress: needs.publicAddress,
    }),
    trustedDevices: createTrustedDevices({ store, clock, random, sessions: sessionCache }),
    singleSignOn: createSingleSignOn({
      ...needs,
      ...needs.singleSignOn,
      key: keys.keyFor('single-sign-on'),
      audit,
      passwords,
      sessions: sessionCache,
    }),
    deviceMarks: createDeviceMarks({ store, key: keys.keyFor('remember') }),
    tokens: createTokens({ clock, random, sessions, keys }),
    appPasswords,
    signIns: createSignIns({ store, clock, events }),
    pairings: createPairings({ cache, appPasswords, users, throttle, clock, random }),
    audit,
    administration: createAdministration(administrationNeeds),
    links: createPersonLinks(administrationNeeds),
    preferences: createPreferences({ store, changes }),
    savedSearches: createSavedSearches({ store, changes }),
  }
}
