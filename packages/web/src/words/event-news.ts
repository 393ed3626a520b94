import { calendar } from '@plmail/words/load/calendar'
import { spoken } from './spoken.ts'

export const newsWords = (await calendar[spoken]()).eventNews
