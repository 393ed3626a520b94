import { mail } from '@plmail/words/load/mail'
import { spoken } from './spoken.ts'

export const personWords = (await mail[spoken]()).person
