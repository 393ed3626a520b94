import type { Catalogues } from '../catalogues.ts'
import { count } from '../numbers.ts'

export const refusals: Catalogues['refusals'] = {
  byType: {
    accountNotFound: 'das Konto gibt es nicht mehr',
    accountReadOnly: 'dieses Konto lässt sich nur lesen',
    forbidden: 'das lässt sich hier nicht ändern',
    forbiddenFrom: 'das Konto darf von dieser Adresse nicht senden',
    forbiddenMailFrom: 'das Konto darf von dieser Adresse nicht senden',
    invalidProperties: 'der Server kann damit nichts anfangen',
    invalidEmail: 'der Server kann damit nichts anfangen',
    noRecipients: 'es fehlt ein Empfänger',
    notFound: 'das gibt es nicht mehr',
    overQuota: 'es ist kein Platz mehr',
    rateLimit: 'das war zu viel in kurzer Zeit; versuchen Sie es später noch einmal',
    requestRefused: 'es ist zu groß',
    stateMismatch: 'es wurde inzwischen geändert',
    tooLarge: 'es ist zu groß',
    unreachable: 'der Server ist gerade nicht zu erreichen',
  },
  other: 'auf dem Server ist etwas schiefgegangen',
  invalidRecipients: (names: string) => `der Server nimmt ${names} nicht an`,
  tooManyRecipients: (most: number) => `höchstens ${count(most)} Empfänger auf einmal`,
}
