// Not in the door of this room: only one page of the settings needs these sentences.
import { egress } from '@plmail/words/load/egress'
import { spoken } from './spoken.ts'

export const egressWords = (await egress[spoken]()).egress
