import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const profileWords = (await settings[spoken]()).profile
