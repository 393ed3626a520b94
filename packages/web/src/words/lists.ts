import { first } from '@plmail/words/load/first'
import { spoken } from './spoken.ts'

export const listWords = (await first[spoken]()).lists
