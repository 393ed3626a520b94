import type { Changes } from '../changes/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import { type Cache, type Database, type Listen, createNotifiedCache } from '../store/index.ts'
import { type AppPasswords, createAppPasswords } from './app-passwords.ts'
import { type PreferenceRoom, createPreferences } from './choices/preferences.ts'
import { type SavedSearches, createSavedSearches } from './choices/saved-searches.ts'
import { type Install, createInstall } from './install.ts'
import { createDeviceMarks, type DeviceMarks } from './device-marks.ts'
import type { PeopleKeys } from './keys.ts'
import { createFamiliarAddresses } from './familiar-addresses.ts'
import { createPasswords } from './passwords.ts'
import { type Remember, createRemember } from './remember.ts'
import { type OpenSession, type Sessions, createSessions } from './sessions.ts'
import { type SignIn, createSignIn } from './sign-in.ts'
import { type Throttle, createThrottle } from './throttle.ts'
import { type Tokens, createTokens } from './tokens.ts'
import { type Users, createUsers } from './users.ts'

export interface PeopleNeeds {
  store: Database
  /** Opens the personal account of a new user, and is written to there. */
  changes: Pick<Changes, 'open' | 'write'>
  /** Subscribes to a NOTIFY channel; store's listener. */
  listen: Listen
  clock: Clock
  random: Random
  /** Counts failed attempts for all processes. */
  cache: Pick<Cache, 'attempts'>
  keys: PeopleKeys
}

export interface People {
  users: Users
  install: Install
  signIn: SignIn
  /** Shared by everything that checks a password or an app password. */
  throttle: Throttle
  sessions: Sessions
  remember: Remember
  deviceMarks: DeviceMarks
  tokens: Tokens
  appPasswords: AppPasswords
  preferences: PreferenceRoom
  savedSearches: SavedSearches
}

export function createPeople(needs: PeopleNeeds): People {
  const { store, changes, listen, clock, random, cache, keys } = needs
  const passwords = createPasswords(random)
  const throttle = createThrottle({ cache, clock })
  const sessionCache = createNotifiedCache<OpenSession>('plmail_sessions', listen, clock)
  const sessions = createSessions({ store, cache: sessionCache, clock, random })
  const remember = createRemember({ store, clock, key: keys.keyFor('remember') })
  const familiar = createFamiliarAddresses({ store, clock })
  return {
    users: createUsers({ store, sessions: sessionCache, changes, clock, passwords }),
    install: createInstall({ store, changes, clock, passwords, key: keys.keyFor('setup-code') }),
    signIn: createSignIn({ store, passwords, throttle, familiar, remember }),
    throttle,
    sessions,
    remember,
    deviceMarks: createDeviceMarks({ store, key: keys.keyFor('remember') }),
    tokens: createTokens({ clock, random, sessions, keys }),
    appPasswords: createAppPasswords({ store, listen, clock, random, throttle, familiar }),
    preferences: createPreferences({ store, changes }),
    savedSearches: createSavedSearches({ store, changes }),
  }
}
