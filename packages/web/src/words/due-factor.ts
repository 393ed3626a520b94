import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const dueFactorWords = (await settings[spoken]()).dueFactor
