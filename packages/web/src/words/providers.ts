import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const providerWords = (await settings[spoken]()).providers
