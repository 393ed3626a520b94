/** What the client says and how it writes dates, names and numbers. Knows no state and no screen. */
export { words, roleName } from './en.ts'
export { providerWords } from './providers.ts'
export { settingsWords } from './settings.ts'
export { webhookWords } from './webhooks.ts'
export { createDateWords } from './dates.ts'
export type { DateWords } from './dates.ts'
export { hueOf, initialsOf, nameOf, peopleLine } from './people.ts'
export { count, counted, size, span, writeNumbersAs } from './numbers.ts'
