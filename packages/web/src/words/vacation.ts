import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const vacationWords = (await settings[spoken]()).vacation
