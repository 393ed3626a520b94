import type { FactorProof, PasskeyAdded, PasskeysView } from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'

/** The password, and where it takes both factors a code or the answer of a passkey. */
export type PasskeyProof = { password: string } & Partial<FactorProof>

/** The user's passkeys. Nothing is kept here: whoever shows them asks. */
export interface PasskeyRecords {
  load(): Promise<Answer<PasskeysView>>
  /** Returns the options with which the browser makes a new one. */
  begin(proof: PasskeyProof): Promise<Answer<{ options: PublicKeyCredentialCreationOptionsJSON }>>
  add(name: string, passkey: unknown): Promise<Answer<PasskeyAdded>>
  /** Returns the challenge that a passkey answers, as a proof of who asks. */
  beginProof(): Promise<Answer<{ options: PublicKeyCredentialRequestOptionsJSON }>>
  rename(id: string, name: string): Promise<Answer<unknown>>
  remove(id: string, proof: PasskeyProof): Promise<Answer<unknown>>
}

export function createPasskeys(http: Http): PasskeyRecords {
  const at = (id: string): string => `/api/passkeys/${encodeURIComponent(id)}`
  return {
    load: () => http.call('GET', '/api/passkeys'),
    begin: (proof) => http.call('POST', '/api/passkeys/registration', proof),
    add: (name, passkey) => http.call('POST', '/api/passkeys/registration/answer', { name, passkey }),
    beginProof: () => http.call('POST', '/api/passkeys/assertion', { for: 'proof' }),
    rename: (id, name) => http.call('POST', at(id), { name }),
    remove: (id, proof) => http.call('POST', `${at(id)}/removal`, proof),
  }
}
