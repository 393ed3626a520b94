import { calendarSources as english } from './en/calendar-sources.ts'
import { german } from './language.ts'

export const calendarSourceWords = german?.calendarSources ?? english
