import type { AppPasswordView, CreatedAppPassword, NewAppPassword } from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'

/** The user's app passwords. Nothing is kept here, least of all a secret: whoever shows them asks. */
export interface AppPasswordRecords {
  load(): Promise<Answer<{ appPasswords: AppPasswordView[] }>>
  /** The answer holds the secret, which cannot be had again. */
  create(form: NewAppPassword): Promise<Answer<CreatedAppPassword>>
  revoke(id: string): Promise<Answer<unknown>>
}

export function createAppPasswords(http: Http): AppPasswordRecords {
  return {
    load: () => http.call('GET', '/api/app-passwords'),
    create: (form) => http.call('POST', '/api/app-passwords', form),
    revoke: (id) => http.call('DELETE', `/api/app-passwords/${encodeURIComponent(id)}`),
  }
}
