import type { RecoveryCodes, SecondFactorEnrolment, SecondFactorView, TrustedDeviceView } from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'
import type { PasskeyProof } from './passkeys.ts'

/** The user's two-factor authentication. Nothing is kept here, least of all a secret: whoever shows it asks. */
export interface SecondFactorRecords {
  load(): Promise<Answer<SecondFactorView>>
  enrol(proof: PasskeyProof): Promise<Answer<SecondFactorEnrolment>>
  confirm(code: string): Promise<Answer<RecoveryCodes>>
  renewRecoveryCodes(proof: PasskeyProof): Promise<Answer<RecoveryCodes>>
  /** Removes the app; passkeys stay. */
  switchOff(proof: PasskeyProof): Promise<Answer<unknown>>
  trustedDevices(): Promise<Answer<{ trustedDevices: TrustedDeviceView[] }>>
  revokeDevice(id: string): Promise<Answer<unknown>>
}

export function createSecondFactor(http: Http): SecondFactorRecords {
  const at = (what: string): string => `/api/second-factor/${what}`
  return {
    load: () => http.call('GET', '/api/second-factor'),
    enrol: (proof) => http.call('POST', at('enrolment'), proof),
    confirm: (code) => http.call('POST', at('confirmation'), { code }),
    renewRecoveryCodes: (proof) => http.call('POST', at('recovery-codes'), proof),
    switchOff: (proof) => http.call('POST', at('off'), proof),
    trustedDevices: () => http.call('GET', '/api/trusted-devices'),
    revokeDevice: (id) => http.call('DELETE', `/api/trusted-devices/${encodeURIComponent(id)}`),
  }
}
