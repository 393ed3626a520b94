import { type ReadonlyJson, readObject, readString } from '../contract/read-json.ts'
import type { ProvidedVacation, VacationSession } from '../contract/vacation-session.ts'
import { instantAt, readWall, toIanaZone } from './calendar/zone-time.ts'
import type { Graph } from './graph.ts'
import { type GraphNeeds, openGraph } from './open-graph.ts'

/** Outlook's automatic replies (Graph, automaticRepliesSetting), which need `MailboxSettings.ReadWrite`. */
export function createMicrosoftVacation(needs: GraphNeeds): VacationSession {
  const graph = openGraph(needs)
  return {
    read: async () => vacationIn(await fetchSetting(graph)),
    write: async (vacation) => {
      const { externalAudience } = await fetchSetting(graph)
      const automaticRepliesSetting = asSetting(vacation, readString(externalAudience))
      await graph.send('PATCH', path, { automaticRepliesSetting }, 'setting the automatic replies')
    },
  }
}

const path = 'me/mailboxSettings'

async function fetchSetting(graph: Graph): Promise<ReadonlyJson> {
  const settings = await graph.get(path, {}, 'reading the automatic replies')
  return readObject(settings['automaticRepliesSetting'])
}

/** Two texts are kept, one for colleagues and one for everybody else, who are more. */
function vacationIn(setting: ReadonlyJson): ProvidedVacation {
  const status = readString(setting['status'])
  const html = readString(setting['externalReplyMessage']) || readString(setting['internalReplyMessage'])
  return {
    isEnabled: status === 'alwaysEnabled' || status === 'scheduled',
    // Where nothing is scheduled these times are there as well, and mean nothing.
    period: status === 'scheduled' ? periodIn(setting) : null,
    ...(status === 'disabled' ? idlePeriodIn(setting) : {}),
    needsBothDates: true,
    // Outlook finds one itself.
    subject: null,
    html: html === '' ? null : html,
  }
}

function idlePeriodIn(setting: ReadonlyJson): Pick<ProvidedVacation, 'idlePeriod'> {
  const idlePeriod = periodIn(setting)
  return idlePeriod === null ? {} : { idlePeriod }
}

function periodIn(setting: ReadonlyJson): ProvidedVacation['period'] {
  const [from, to] = ['scheduledStartDateTime', 'scheduledEndDateTime'].map((name) => timeIn(setting[name]))
  return from && to ? { from, to } : null
}

function timeIn(value: unknown): Date | undefined {
  const { dateTime, timeZone } = readObject(value)
  const wall = readWall(readString(dateTime))
  return wall === undefined ? undefined : new Date(instantAt(wall, toIanaZone(readString(timeZone))))
}

/** Both texts become the same. Who outside the organisation gets one stays as it was chosen, unless that was nobody. */
function asSetting({ isEnabled, period, html }: ProvidedVacation, audience: string): ReadonlyJson {
  return {
    status: !isEnabled ? 'disabled' : period ? 'scheduled' : 'alwaysEnabled',
    ...(isEnabled && audience !== 'contactsOnly' ? { externalAudience: 'all' } : {}),
    internalReplyMessage: html ?? '',
    externalReplyMessage: html ?? '',
    ...(period?.from && period.to
      ? { scheduledStartDateTime: inUtc(period.from), scheduledEndDateTime: inUtc(period.to) }
      : {}),
  }
}

/** As Graph writes it: no sign of the zone in the text itself. */
const inUtc = (at: Date): ReadonlyJson => ({ dateTime: at.toISOString().slice(0, -1), timeZone: 'UTC' })
