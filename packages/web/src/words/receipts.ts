import { mail } from '@plmail/words/load/mail'
import { spoken } from './spoken.ts'

export const receiptWords = (await mail[spoken]()).receipts
