import type { Reader } from './content.ts'
import type { MailStore } from './mail-store.ts'

/** How a message is to be shown. */
export interface View {
  store: MailStore
  reader: Reader
  immutableIds: boolean
  bodyAsText: boolean
}
