import type { EgressPeriod, EgressReport, EgressSwitchForm, OwnEgress } from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'

/** What left the server, for its user and for the administrator. Nothing is cached: every call fetches. */
export interface EgressRecords {
  own(): Promise<Answer<OwnEgress>>
  report(period: EgressPeriod): Promise<Answer<EgressReport>>
  set(form: EgressSwitchForm): Promise<Answer<EgressReport>>
}

export function createEgressRecords(http: Http): EgressRecords {
  return {
    own: () => http.call('GET', '/api/egress'),
    report: (period) => http.call('GET', `/api/admin/egress?period=${period}`),
    set: (form) => http.call('POST', '/api/admin/egress', form),
  }
}
