import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const notifyWords = (await settings[spoken]()).notify
