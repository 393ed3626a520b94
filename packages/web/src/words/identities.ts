import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const identityWords = (await settings[spoken]()).identities
