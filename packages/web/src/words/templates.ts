import { tools } from '@plmail/words/load/tools'
import { spoken } from './spoken.ts'

export const templateWords = (await tools[spoken]()).templates
