import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const settingsWords = (await settings[spoken]()).settings
