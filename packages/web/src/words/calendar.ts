import { calendar } from '@plmail/words/load/calendar'
import { spoken } from './spoken.ts'

export const calendarWords = (await calendar[spoken]()).calendar
