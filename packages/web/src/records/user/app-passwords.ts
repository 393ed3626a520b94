import type { AppPasswordScope, AppPasswordView, CreatedAppPassword, NewAppPassword } from '@plmail/wire'
import type { Answer } from '../../net/index.ts'
import { oncePer, type RecordsContext } from '../core/records-context.ts'

/** The user's app passwords. Nothing is kept here, least of all a secret: whoever shows them asks. */
export interface AppPasswordRecords {
  load(): Promise<Answer<{ appPasswords: AppPasswordView[] }>>
  /** The answer holds the secret, which cannot be had again. */
  create(form: NewAppPassword): Promise<Answer<CreatedAppPassword>>
  revoke(id: string): Promise<Answer<unknown>>
  /** Calls back whenever the server has made one, for whichever browser or device. Returns how to stop. */
  onMade(listener: () => void): () => void
}

const scopes: readonly AppPasswordScope[] = ['read', 'mail', 'calendar']

/** Returns the scope that was chosen from a list; null for a choice that limits nothing. */
export const appPasswordScope = (choice: string): AppPasswordScope | null =>
  scopes.find((scope) => scope === choice) ?? null

export const appPasswordsOf = oncePer(createAppPasswords)

function createAppPasswords({ http, listen }: RecordsContext): AppPasswordRecords {
  const listeners = new Set<() => void>()
  listen((news) => {
    if (news.kind === 'notice' && news.reference === 'AppPassword')
      listeners.forEach((listener) => listener())
  })
  return {
    load: () => http.call('GET', '/api/app-passwords'),
    create: (form) => http.call('POST', '/api/app-passwords', form),
    revoke: (id) => http.call('DELETE', `/api/app-passwords/${encodeURIComponent(id)}`),
    onMade(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
