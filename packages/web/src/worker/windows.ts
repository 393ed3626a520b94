import { isOwnPlace } from './client-addresses.ts'
import { scope, type WindowClient } from './scope.ts'

/** Windows that show the client itself, not a page of the server such as the print view. */
export async function ownWindows(): Promise<readonly WindowClient[]> {
  const all = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return all.filter(({ url }) => isOwnPlace(new URL(url).pathname))
}
