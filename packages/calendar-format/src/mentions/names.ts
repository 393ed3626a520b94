/** Names of months in English and German, with what is usual as their abbreviations; their places are the months. */
const months = [
  ['January', 'Januar', 'Jänner', 'Jan'],
  ['February', 'Februar', 'Feb'],
  ['March', 'März', 'Mar', 'Mär'],
  ['April', 'Apr'],
  ['May', 'Mai'],
  ['June', 'Juni', 'Jun'],
  ['July', 'Juli', 'Jul'],
  ['August', 'Aug'],
  ['September', 'Sept', 'Sep'],
  ['October', 'Oktober', 'Oct', 'Okt'],
  ['November', 'Nov'],
  ['December', 'Dezember', 'Dec', 'Dez'],
] as const

/** Sunday is 0. Abbreviations of two letters are words in too many sentences. */
const weekdays = [
  ['Sunday', 'Sonntag', 'Sun'],
  ['Monday', 'Montag', 'Mon'],
  ['Tuesday', 'Dienstag', 'Tues', 'Tue'],
  ['Wednesday', 'Mittwoch', 'Wed'],
  ['Thursday', 'Donnerstag', 'Thurs', 'Thur', 'Thu'],
  ['Friday', 'Freitag', 'Fri'],
  ['Saturday', 'Samstag', 'Sonnabend', 'Sat'],
] as const

const placeOf = (table: ReadonlyArray<readonly string[]>, name: string): number =>
  table.findIndex((names) => names.includes(name))

/** 1 to 12; 0 for no month. */
export const monthNamed = (name: string): number => placeOf(months, name) + 1

/** -1 for no weekday. */
export const weekdayNamed = (name: string): number => placeOf(weekdays, name)

/** Longest first, so that no name is taken for its own abbreviation. */
const anyOf = (table: ReadonlyArray<readonly string[]>): string =>
  table
    .flat()
    .toSorted((a, b) => b.length - a.length)
    .join('|')

export const monthPattern = anyOf(months)
export const weekdayPattern = anyOf(weekdays)
