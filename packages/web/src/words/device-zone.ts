import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const deviceZoneWords = (await settings[spoken]()).deviceZone
