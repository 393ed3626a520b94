import { first } from '@plmail/words/load/first'
import { spoken } from './spoken.ts'

export const labelWords = (await first[spoken]()).labels
