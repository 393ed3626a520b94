import { mail } from '@plmail/words/load/mail'
import { spoken } from './spoken.ts'

export const categoryWords = (await mail[spoken]()).categories
