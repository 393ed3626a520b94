import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const ruleWords = (await settings[spoken]()).rules
