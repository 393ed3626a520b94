import { first } from '@plmail/words/load/first'
import { spoken } from './spoken.ts'

export const commandWords = (await first[spoken]()).commands
