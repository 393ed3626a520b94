// Not in the door of this room: whoever does not use the assistant does not load these sentences.
import { assistant } from '@plmail/words/load/assistant'
import { spoken } from './spoken.ts'

export const assistantWords = (await assistant[spoken]()).assistant
