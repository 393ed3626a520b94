import { bookingPageWireId, capability } from '@plmail/wire'
import type { Booking } from '../../../calendar/index.ts'
import type { Changes } from '../../../changes/index.ts'
import type { Capability } from '../../engine/capability.ts'
import { changesMethod } from '../../engine/changes.ts'
import { bookingCancel, bookingList, maxListed } from './bookings.ts'
import { inSharingAccount, readSharingAccount } from '../sharing-account.ts'
import { bookingPageExplain, bookingPageGet, bookingPageRenew } from './get.ts'
import { bookingPageSet } from './set.ts'

/** Pages on which strangers book a time, and what they booked. */
export function createBookingCapability({
  booking,
  changes,
}: {
  booking: Booking
  changes: Changes
}): Capability {
  const choose = readSharingAccount
  return {
    uri: capability.booking,
    ofAccount: inSharingAccount,
    limits: { maxBookingsInList: maxListed },
    methods: {
      'BookingPage/get': bookingPageGet({ booking, changes, choose }),
      'BookingPage/changes': changesMethod(changes, 'BookingPage', bookingPageWireId, choose),
      'BookingPage/renew': bookingPageRenew({ booking, choose }),
      'BookingPage/explain': bookingPageExplain({ booking, choose }),
      'BookingPage/set': bookingPageSet({ booking, choose }),
      'Booking/list': bookingList({ booking, choose }),
      'Booking/cancel': bookingCancel({ booking, choose }),
    },
  }
}
