import { createChallenges } from './challenges.ts'
import { beginCheck, checkPasskey } from './check-passkey.ts'
import { listPasskeys, originOfPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts'
import type { PasskeyNeeds } from './passkey-needs.ts'
import { beginRegistration, register } from './register.ts'
import { relyingPartyOf } from './relying-party.ts'
import { beginSignIn, signInByPasskey } from './sign-in-by-passkey.ts'
import type { Passkeys } from './types.ts'
import type { Cache } from '../../store/index.ts'

export interface PasskeyRoomNeeds extends Omit<PasskeyNeeds, 'challenges'> {
  /** Keeps challenges, and counts those that strangers ask for. */
  cache: Pick<Cache, 'increment' | 'put' | 'take'>
}

export function createPasskeys(roomNeeds: PasskeyRoomNeeds): Passkeys {
  const needs = { ...roomNeeds, challenges: createChallenges(roomNeeds.cache, roomNeeds.random) }
  const { store, publicAddress } = needs
  return {
    relyingParty: () => relyingPartyOf(publicAddress()),
    beginRegistration: (user) => beginRegistration(needs, user),
    register: (user, registration) => register(needs, user, registration),
    beginSignIn: (browser) => beginSignIn(needs, browser),
    signIn: (answer, browser) => signInByPasskey(needs, answer, browser),
    beginCheck: (userId) => beginCheck(needs, userId),
    check: (userId, answer) => checkPasskey(needs, userId, answer),
    list: (userId) => listPasskeys(needs, userId),
    originOf: (userId) => originOfPasskeys(needs, userId),
    rename: (userId, id, name) => renamePasskey(needs, userId, id, name),
    remove: (userId, id, asking) => removePasskey(needs, userId, id, asking),
    countElsewhere: async () => {
      const relyingParty = relyingPartyOf(publicAddress())
      return store.query<{ rpId: string; count: number }>(
        `select rp_id as "rpId", count(*) as count from passkey where rp_id <> $1 group by rp_id order by rp_id`,
        [typeof relyingParty === 'string' ? '' : relyingParty.id],
      )
    },
  }
}
