import type { numbers as english } from '../en/numbers.ts'

export const numbers: typeof english = {
  units: ['Bytes', 'kB', 'MB', 'GB'],
  underASecond: 'weniger als eine Sekunde',
  seconds: { one: 'Sekunde', other: 'Sekunden' },
  minutes: { one: 'Minute', other: 'Minuten' },
  hours: { one: 'Stunde', other: 'Stunden' },
}
