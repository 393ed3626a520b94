import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const calendarSourceWords = (await settings[spoken]()).calendarSources
