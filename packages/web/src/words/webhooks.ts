import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const webhookWords = (await settings[spoken]()).webhooks
