import type { AppPasswordScope, OfferedPairingView, PairingView } from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'

/** Codes by which devices get an app password. Nothing is kept here: a code is shown once, for two minutes. */
export interface PairingRecords {
  offer(password: string, scope: AppPasswordScope | null): Promise<Answer<OfferedPairingView>>
  /** Whether a device has come. */
  load(id: string): Promise<Answer<PairingView>>
  withdraw(id: string): Promise<Answer<unknown>>
}

export function createPairings(http: Http): PairingRecords {
  return {
    offer: (password, scope) => http.call('POST', '/api/pairings', { password, scope }),
    load: (id) => http.call('GET', `/api/pairings/${encodeURIComponent(id)}`),
    withdraw: (id) => http.call('DELETE', `/api/pairings/${encodeURIComponent(id)}`),
  }
}
