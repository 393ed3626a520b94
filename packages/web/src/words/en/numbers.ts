/** Texts beside a number: units of size and time. */
export const numbers = {
  units: ['bytes', 'KB', 'MB', 'GB'],
  underASecond: 'less than a second',
  seconds: { one: 'second', other: 'seconds' },
  minutes: { one: 'minute', other: 'minutes' },
  hours: { one: 'hour', other: 'hours' },
}
