// Not in the door of this room: most messages mention no day.
import { mentions } from '@plmail/words/load/mentions'
import { spoken } from './spoken.ts'

export const mentionWords = (await mentions[spoken]()).mentions
