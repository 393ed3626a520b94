import { compose } from '@plmail/words/load/compose'
import { spoken } from './spoken.ts'

export const outboxWords = (await compose[spoken]()).outbox
