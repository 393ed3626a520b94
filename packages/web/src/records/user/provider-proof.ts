import type { ProviderProofView, SingleSignOnStart } from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'

/** What whoever has no password proves themselves by: a fresh sign-in at the identity provider. */
interface ProviderProof {
  load(): Promise<Answer<ProviderProofView>>
  /** Answers where the browser goes; it comes back to the path. */
  begin(next: string): Promise<Answer<SingleSignOnStart>>
}

export function createProviderProof(http: Http): ProviderProof {
  const path = '/api/single-sign-on/proof'
  return {
    load: () => http.call('GET', path),
    begin: (next) => http.call('POST', path, { next }),
  }
}
