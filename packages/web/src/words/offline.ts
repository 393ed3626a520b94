import { offline as english } from './en/offline.ts'
import { german } from './language.ts'

export const offlineWords = german?.offline ?? english
