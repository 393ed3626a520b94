import { ProviderName } from '@plmail/wire'
import type { JmapAccount, PlaceLimits } from '../jmap/index.ts'
import { isCategory } from '../providers/microsoft/index.ts'

/** Graph moves a message that is put into a second folder; categories are beside the folder. */
const microsoft: PlaceLimits = {
  mostFolders: 1,
  isFolder: (remoteId) => remoteId === null || !isCategory(remoteId),
  hidingRoles: [],
}

/** Gmail takes the Inbox and shows no other label of what is in its trash or spam. */
const google: PlaceLimits = { mostFolders: null, isFolder: () => false, hidingRoles: ['trash', 'junk'] }

/** The limits of each provider on a message in several mailboxes; an IMAP server keeps a copy in each. */
export function getPlaceLimits(provider: JmapAccount['provider']): Pick<JmapAccount, 'placeLimits'> {
  if (provider === ProviderName.google) return { placeLimits: google }
  return provider === ProviderName.microsoft ? { placeLimits: microsoft } : {}
}
