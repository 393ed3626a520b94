import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const administrationWords = (await settings[spoken]()).peopleAdministration
