// Not in the door of this room: whoever writes no mail does not load these sentences.
import { compose } from '@plmail/words/load/compose'
import { spoken } from './spoken.ts'

export const composeWords = (await compose[spoken]()).compose
