import { mail } from '@plmail/words/load/mail'
import { spoken } from './spoken.ts'

export const wholeListWords = (await mail[spoken]()).wholeList
