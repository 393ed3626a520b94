import { first } from '@plmail/words/load/first'
import { spoken } from './spoken.ts'

export const snoozeWords = (await first[spoken]()).snooze
