import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const singleSignOnWords = (await settings[spoken]()).singleSignOn
