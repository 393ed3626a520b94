import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const conflictWords = (await settings[spoken]()).eventConflicts
