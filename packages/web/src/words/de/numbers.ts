import type { Catalogues } from '../catalogues.ts'

export const numbers: Catalogues['numbers'] = {
  units: ['Bytes', 'kB', 'MB', 'GB'],
  underASecond: 'weniger als eine Sekunde',
  seconds: { one: 'Sekunde', other: 'Sekunden' },
  minutes: { one: 'Minute', other: 'Minuten' },
  hours: { one: 'Stunde', other: 'Stunden' },
}
