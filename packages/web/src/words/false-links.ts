import { mail } from '@plmail/words/load/mail'
import { spoken } from './spoken.ts'

export const falseLinkWords = (await mail[spoken]()).falseLinks
