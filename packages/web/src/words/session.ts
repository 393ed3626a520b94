import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const sessionWords = (await settings[spoken]()).session
