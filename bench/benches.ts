import { blobs } from './blobs.ts'
import { booking } from './booking.ts'
import { cyrus } from './cyrus.ts'
import { ingest } from './ingest.ts'
import { jmap } from './jmap.ts'
import { mime } from './mime.ts'
import { mirror } from './mirror.ts'
import { pushLatency } from './push-latency.ts'
import { quota, quotaHuge } from './quota.ts'
import { recurrence } from './recurrence.ts'
import { render } from './render.ts'
import { searchAtAMillion } from './search-at-a-million.ts'
import { start } from './start.ts'
import { webAssistant } from './web-assistant.ts'
import { webCalendar } from './web-calendar.ts'
import { webList } from './web-list.ts'
import { webThread } from './web-thread.ts'
import { webTypeahead } from './web-typeahead.ts'
import { closeImported } from './stage/imported.ts'
import type { Bench } from './stage/rows.ts'

/** Every bench, in the order they run. */
export const benches: readonly Bench[] = [
  mime,
  render,
  recurrence,
  booking,
  start,
  webThread,
  webList,
  webTypeahead,
  webAssistant,
  pushLatency,
  webCalendar,
  ingest,
  jmap,
  blobs,
  searchAtAMillion,
  cyrus,
  quota,
  quotaHuge,
  mirror,
]

export { isWithin, short } from './stage/rows.ts'

/** Stops and removes what benches share. */
export const close = closeImported
