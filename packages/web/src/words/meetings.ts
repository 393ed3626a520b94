import { mail } from '@plmail/words/load/mail'
import { spoken } from './spoken.ts'

export const meetingWords = (await mail[spoken]()).meetings
