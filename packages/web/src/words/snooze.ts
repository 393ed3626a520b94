import { snooze as english } from './en/snooze.ts'
import { german } from './language.ts'

export const snoozeWords = german?.snooze ?? english
