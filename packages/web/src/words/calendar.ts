import { calendar as english } from './en/calendar.ts'
import { german } from './language.ts'

export const calendarWords = german?.calendar ?? english
