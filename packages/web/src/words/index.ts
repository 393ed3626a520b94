/** What the client says and how it writes dates, names and numbers. Knows no state and no screen. */
export { words, roleName } from './en.ts'
export { providerWords } from './providers.ts'
export { settingsWords } from './settings.ts'
export { createDateWords } from './dates.ts'
export type { DateWords } from './dates.ts'
export { hueOf, initialsOf, nameOf, peopleLine } from './people.ts'
export { count, counted, size, writeNumbersAs } from './numbers.ts'
