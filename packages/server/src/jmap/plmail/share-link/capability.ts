import { capability, shareLinkWireId } from '@plmail/wire'
import type { ShareLinks } from '../../../calendar/index.ts'
import type { Changes } from '../../../changes/index.ts'
import type { Capability } from '../../engine/capability.ts'
import { changesMethod } from '../../engine/changes.ts'
import { inSharingAccount, readSharingAccount } from '../sharing-account.ts'
import { shareLinkGet, shareLinkRenew } from './get.ts'
import { shareLinkSet } from './set.ts'

/** Pages that show calendars to who has their address. */
export function createShareLinksCapability({
  shares,
  changes,
}: {
  shares: ShareLinks
  changes: Changes
}): Capability {
  const choose = readSharingAccount
  return {
    uri: capability.shareLinks,
    ofAccount: inSharingAccount,
    methods: {
      'ShareLink/get': shareLinkGet({ shares, changes, choose }),
      'ShareLink/changes': changesMethod(changes, 'ShareLink', shareLinkWireId, choose),
      'ShareLink/renew': shareLinkRenew({ shares, choose }),
      'ShareLink/set': shareLinkSet({ shares, choose }),
    },
  }
}
