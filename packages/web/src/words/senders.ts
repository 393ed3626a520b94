import { mail } from '@plmail/words/load/mail'
import { spoken } from './spoken.ts'

export const senderWords = (await mail[spoken]()).senders
