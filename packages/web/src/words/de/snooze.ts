import type { Catalogues } from '../catalogues.ts'
import { count } from '../numbers.ts'

export const snooze: Catalogues['snooze'] = {
  title: 'Zurückstellen bis',
  filter: 'Wann soll es wiederkommen?',
  none: 'Keine solche Zeit. Wählen Sie unten ein Datum.',
  change: 'Zeit ändern',
  times: {
    'later-today': 'Später heute',
    'this-evening': 'Heute Abend',
    tomorrow: 'Morgen',
    weekend: 'Am Wochenende',
    'next-week': 'Nächste Woche',
  },
  wakeNow: 'Jetzt zurückholen',
  own: 'Datum',
  ownTime: 'Uhrzeit',
  ownSet: 'Übernehmen',
  past: 'Diese Zeit ist schon vorbei.',
  tooFar: 'Das ist mehr als zehn Jahre hin.',
  done: (n: number, when: string) =>
    n === 1 ? `Zurückgestellt bis ${when}` : `${count(n)} zurückgestellt bis ${when}`,
  awake: (n: number) => (n === 1 ? 'Wieder an seinem Platz' : `${count(n)} wieder an ihrem Platz`),
  until: (when: string) => `Zurückgestellt bis ${when}`,
  returned: (when: string) => `Zurück seit ${when}`,
  returnedByAnswer: (when: string) => `Zurück seit ${when}: es gibt Neues`,
  remind: 'Erinnern, wenn niemand antwortet bis',
  remindFilter: 'Wann möchten Sie es wissen?',
  forget: 'Keine Erinnerung',
  reminded: (when: string) => `Sie hören davon, wenn bis ${when} niemand antwortet`,
  notReminded: 'Keine Erinnerung mehr',
  waiting: (when: string) => `Erinnerung, wenn bis ${when} niemand antwortet`,
  unanswered: (since: string) => `Seit ${since} hat niemand geantwortet`,
}
