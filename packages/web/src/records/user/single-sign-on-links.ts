import type { SingleSignOnLinks, SingleSignOnStart } from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'
import type { PasskeyProof } from './passkeys.ts'

/** The identities that the user signs in with. Nothing is cached: every call fetches. */
interface SingleSignOnLinkRecords {
  load(): Promise<Answer<SingleSignOnLinks>>
  /** Answers where the browser goes to prove the identity. */
  link(proof: PasskeyProof): Promise<Answer<SingleSignOnStart>>
  unlink(id: string, password: string): Promise<Answer<unknown>>
}

export function createSingleSignOnLinks(http: Http): SingleSignOnLinkRecords {
  return {
    load: () => http.call('GET', '/api/single-sign-on'),
    link: (proof) => http.call('POST', '/api/single-sign-on/link', proof),
    unlink: (id, password) =>
      http.call('POST', `/api/single-sign-on/${encodeURIComponent(id)}/unlink`, { password }),
  }
}
