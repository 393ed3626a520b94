import type { AccountId, ConsoleStep } from '@plmail/wire'
import { type ProviderName, screenName } from '../../accounts/index.ts'
import type { CalendarSync } from '../../sync/index.ts'

export interface ConsoleCalendarsNeeds {
  calendarSync: Pick<CalendarSync, 'kept'> & { watches: Pick<CalendarSync['watches'], 'open'> }
}

/**
 * Whether the provider announces changes of calendars: an open channel proves it. Where none is open, opening them is
 * tried now, and the refusal tells why; Google's speaks of the domain that has to be verified.
 */
export async function calendarSteps(
  { calendarSync }: ConsoleCalendarsNeeds,
  provider: ProviderName,
  accounts: readonly AccountId[],
): Promise<ConsoleStep[]> {
  const step = 'calendar-channels' as const
  const works = {
    step,
    outcome: 'works',
    sentence: `${screenName[provider]} announces changes of calendars.`,
  } as const
  const announced = async () => (await calendarSync.kept(accounts)).map((calendar) => calendar.announced)
  const before = await announced()
  if (before.includes('push')) return [works]
  if (!before.includes('polled')) return [{ step, outcome: 'unknown', sentence: noCalendars }]
  const opened = await calendarSync.watches.open('due')
  if ((await announced()).includes('push')) return [works]
  const why = opened.find(({ outcome }) => outcome === 'failed')?.why
  if (why == null) return [{ step, outcome: 'unknown', sentence: noCalendars }]
  return [
    { step, outcome: 'wrong', sentence: provider === 'provA' ? `${verify} Google said: “${why}”` : why },
  ]
}

const noCalendars =
  'No calendar of a connected account could be announced yet. Connect a mailbox, then check again.'
const verify =
  'Google opens no channel to this server. Verify its domain in the Search Console and add it to the Google Cloud project.'
