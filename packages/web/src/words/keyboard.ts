import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const keyboardWords = (await settings[spoken]()).keyboard
