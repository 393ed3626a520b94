import { first } from '@plmail/words/load/first'
import { spoken } from './spoken.ts'

export const searchWords = (await first[spoken]()).search
