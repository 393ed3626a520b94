import { type AccountId, type ProblemDetail, ProviderName } from '@plmail/wire'
import { screenName, type CodedStep } from '../../accounts/index.ts'
import type { CalendarSync } from '../../sync/index.ts'
import { getText } from './console-push.ts'

export interface ConsoleCalendarsNeeds {
  calendarSync: Pick<CalendarSync, 'selectSyncedCalendars'> & {
    watches: Pick<CalendarSync['watches'], 'open'>
  }
}

/**
 * Whether the provider announces changes of calendars: an open channel proves it. Where none is open, opening them is
 * tried now, and the refusal tells why; Google's speaks of the domain that has to be verified.
 */
export async function calendarSteps(
  { calendarSync }: ConsoleCalendarsNeeds,
  provider: ProviderName,
  accounts: readonly AccountId[],
): Promise<CodedStep[]> {
  const step = 'calendar-channels' as const
  const works = {
    step,
    outcome: 'works',
    sentence: { problem: 'registration/calendars-announced', provider: screenName[provider] },
  } as const
  const announced = async () =>
    (await calendarSync.selectSyncedCalendars(accounts)).map((calendar) => calendar.announced)
  const before = await announced()
  if (before.includes('push')) return [works]
  if (!before.includes('polled')) return [{ step, outcome: 'unknown', sentence: noCalendars }]
  const opened = await calendarSync.watches.open('due')
  if ((await announced()).includes('push')) return [works]
  const why = opened.find(({ outcome }) => outcome === 'failed')?.why
  if (why == null) return [{ step, outcome: 'unknown', sentence: noCalendars }]
  const sentence: ProblemDetail =
    provider === ProviderName.google
      ? { problem: 'registration/verify-domain', serverText: getText(why) }
      : why
  return [{ step, outcome: 'wrong', sentence }]
}

const noCalendars = { problem: 'registration/no-calendars' } as const
