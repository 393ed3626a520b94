import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const contactWords = (await settings[spoken]()).contacts
