import type { RevealedAddress, WebhooksView } from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'

/** The webhooks that providers call, for administrators. Nothing is cached: every call fetches. */
export interface AdminWebhooks {
  load(): Promise<Answer<WebhooksView>>
  /** The address of Google's notifications with its token. */
  reveal(): Promise<Answer<RevealedAddress>>
}

export function createAdminWebhooks(http: Http): AdminWebhooks {
  return {
    load: () => http.call('GET', '/api/admin/webhooks'),
    reveal: () => http.call('POST', '/api/admin/webhooks/address'),
  }
}
