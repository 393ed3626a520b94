import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const sharingWords = (await settings[spoken]()).sharing
