import { readObject, readString } from '../contract/read-json.ts'
import type { ReadonlyJson } from '../contract/read-json.ts'
import type { ProvidedVacation, VacationSession } from '../contract/vacation-session.ts'
import type { Gmail } from './gmail.ts'
import { type GoogleSessionNeeds, openGmail } from './open-gmail.ts'

/** Gmail's vacation responder (users.settings.vacation). */
export function createGoogleVacation(needs: GoogleSessionNeeds): VacationSession {
  const gmail = openGmail(needs)
  return {
    read: async () => vacationIn(await fetchSettings(gmail)),
    write: async (vacation) => {
      // The whole is replaced, and whom it goes to stays as it was chosen in Gmail.
      const { restrictToContacts, restrictToDomain } = await fetchSettings(gmail)
      const body = { restrictToContacts, restrictToDomain, ...asSettings(vacation) }
      await gmail.send('PUT', 'settings/vacation', body, 5, 'setting the vacation responder')
    },
  }
}

const fetchSettings = async (gmail: Gmail): Promise<ReadonlyJson> =>
  readObject(await gmail.get('settings/vacation', {}, 1, 'reading the vacation responder'))

function vacationIn(settings: ReadonlyJson): ProvidedVacation {
  const [from, to] = [timeIn(settings['startTime']), timeIn(settings['endTime'])]
  const text = readString(settings['responseBodyPlainText'])
  return {
    isEnabled: settings['enableAutoReply'] === true,
    period: from || to ? { from, to } : null,
    subject: readString(settings['responseSubject']) || null,
    html: readString(settings['responseBodyHtml']) || (text === '' ? null : asHtml(text)),
  }
}

/** Milliseconds since 1970 as text. */
function timeIn(value: unknown): Date | null {
  const milliseconds = Number(readString(value) || Number.NaN)
  return Number.isFinite(milliseconds) && milliseconds > 0 ? new Date(milliseconds) : null
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function asHtml(text: string): string {
  const escaped = text.replace(/[&<>]/g, (character) => entities[character] ?? character)
  return `<div>${escaped.replace(/\r?\n/g, '<br>')}</div>`
}

function asSettings({ isEnabled, period, subject, html }: ProvidedVacation): ReadonlyJson {
  return {
    enableAutoReply: isEnabled,
    responseSubject: subject ?? '',
    responseBodyHtml: html ?? '',
    ...(period?.from ? { startTime: String(period.from.getTime()) } : {}),
    ...(period?.to ? { endTime: String(period.to.getTime()) } : {}),
  }
}
