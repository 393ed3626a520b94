import { first } from '@plmail/words/load/first'
import { spoken } from './spoken.ts'

export const offlineWords = (await first[spoken]()).offline
