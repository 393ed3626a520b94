import type { Catalogues } from '../catalogues.ts'
import { count } from '../numbers.ts'

export const outbox: Catalogues['outbox'] = {
  title: 'Postausgang',
  intro: 'Was darauf wartet, gesendet zu werden, und was aus dem wurde, was in den letzten 30 Tagen ging.',
  empty: 'Nichts ist unterwegs.',
  scheduled: 'Geplant',
  waiting: (n: number) => (n === 1 ? '1 wartet' : `${count(n)} warten`),
  onTheWay: 'Unterwegs',
  refused: 'Abgelehnt',
  done: 'Gesendet',
  states: {
    scheduled: (at: string) => `Geht hinaus: ${at}`,
    queued: 'Wartet auf die Übergabe',
    trying: (words: string) => `Wird noch einmal versucht. Der Server meldet: ${words}`,
    accepted: 'Vom Mailserver angenommen',
    delivered: 'Zugestellt',
    seen: 'Angenommen, und die Kopie liegt in Gesendet',
    refused: (words: string) => `Abgelehnt: ${words}`,
  },
  cancel: 'Nicht senden',
  canceled: 'Nicht gesendet. Der Entwurf liegt in den Entwürfen.',
  change: 'Ändern',
  again: 'Noch einmal versuchen',
  forget: 'Aus dieser Liste nehmen',
  unreachable: 'Die Liste lässt sich im Moment nicht laden.',
  to: (names: string) => `an ${names}`,
  nothingScheduled: 'Keine Nachricht wartet auf ihre Zeit.',
  proof: 'Was der Mailserver gesagt hat',
  handedOver: (from: string, at: string) => `Übergeben von ${from}, ${at}`,
  said: (who: string, words: string) => `An ${who}: ${words}`,
}
