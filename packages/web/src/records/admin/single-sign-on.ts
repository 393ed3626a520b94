import type { SingleSignOnCheck, SingleSignOnForm, SingleSignOnSettings } from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'

/** How people sign in at an identity provider, for administrators. Nothing is cached: every call fetches. */
export interface AdminSingleSignOn {
  load(): Promise<Answer<SingleSignOnSettings>>
  /** With the administrator's password, where they have one. */
  save(form: SingleSignOnForm, password: string): Promise<Answer<SingleSignOnSettings>>
  /** Asks the provider about the stored registration. */
  check(): Promise<Answer<SingleSignOnCheck>>
}

export function createAdminSingleSignOn(http: Http): AdminSingleSignOn {
  return {
    load: () => http.call('GET', '/api/admin/single-sign-on'),
    save: (form, password) => http.call('POST', '/api/admin/single-sign-on', { ...form, password }),
    check: () => http.call('POST', '/api/admin/single-sign-on/check'),
  }
}
