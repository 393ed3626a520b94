import { settings as english } from './en/settings.ts'
import { german } from './language.ts'

export const settingsWords = german?.settings ?? english
