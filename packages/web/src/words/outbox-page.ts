import { tools } from '@plmail/words/load/tools'
import { spoken } from './spoken.ts'

export const outboxPageWords = (await tools[spoken]()).outboxPage
