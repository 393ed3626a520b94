import { bookingPageWireId, capability, shareLinkWireId } from '@plmail/wire'
import type { Booking, ShareLinks } from '../../calendar/index.ts'
import type { Changes } from '../../changes/index.ts'
import { type AccountChoice, personalOf } from '../engine/arguments.ts'
import { bookingCancel, bookingList } from './booking/methods.ts'
import { bookingPageExplain, bookingPageGet, bookingPageRenew } from './booking-page/get.ts'
import { bookingPageSet } from './booking-page/set.ts'
import { changesMethod } from '../engine/changes.ts'
import { type Method, MethodFailure } from '../engine/method.ts'
import { shareLinkGet, shareLinkRenew } from './share-link/get.ts'
import { shareLinkSet } from './share-link/set.ts'

export interface SharingNeeds {
  shares: ShareLinks
  booking: Booking
  changes: Changes
}

/** Share links and booking pages (docs/jmap.md), which live in the personal account. */
export function sharingMethods(needs: SharingNeeds): Array<[string, Method]> {
  const { shares, booking, changes } = needs
  const choose = sharingAccountOf
  return [
    ['ShareLink/get', shareLinkGet({ shares, changes, choose })],
    [
      'ShareLink/changes',
      changesMethod(changes, 'ShareLink', shareLinkWireId, { capability: capability.shareLinks, choose }),
    ],
    ['ShareLink/renew', shareLinkRenew({ shares, choose })],
    ['ShareLink/set', shareLinkSet({ shares, choose })],
    ['BookingPage/get', bookingPageGet({ booking, changes, choose })],
    [
      'BookingPage/changes',
      changesMethod(changes, 'BookingPage', bookingPageWireId, { capability: capability.booking, choose }),
    ],
    ['BookingPage/renew', bookingPageRenew({ booking, choose })],
    ['BookingPage/explain', bookingPageExplain({ booking, choose })],
    ['BookingPage/set', bookingPageSet({ booking, choose })],
    ['Booking/list', bookingList({ booking, choose })],
    ['Booking/cancel', bookingCancel({ booking, choose })],
  ]
}

/** The caller's personal account, for credentials that open its calendars. */
const sharingAccountOf: AccountChoice = (args, caller) => {
  const account = personalOf(args, caller)
  if (!caller.calendars.has(account.id)) throw new MethodFailure('accountNotSupportedByMethod')
  return account
}
