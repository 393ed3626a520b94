import { tools } from '@plmail/words/load/tools'
import { spoken } from './spoken.ts'

export const toolWords = (await tools[spoken]()).composeTools
