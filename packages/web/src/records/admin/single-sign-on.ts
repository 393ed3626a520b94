import type { SingleSignOnCheck, SingleSignOnForm, SingleSignOnSettings } from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'

/** How people sign in at an identity provider, for administrators. Nothing is cached: every call fetches. */
export interface AdminSingleSignOn {
  load(): Promise<Answer<SingleSignOnSettings>>
  save(form: SingleSignOnForm): Promise<Answer<SingleSignOnSettings>>
  /** Asks the provider about the stored registration. */
  check(): Promise<Answer<SingleSignOnCheck>>
}

export function createAdminSingleSignOn(http: Http): AdminSingleSignOn {
  return {
    load: () => http.call('GET', '/api/admin/single-sign-on'),
    save: (form) => http.call('POST', '/api/admin/single-sign-on', form),
    check: () => http.call('POST', '/api/admin/single-sign-on/check'),
  }
}
