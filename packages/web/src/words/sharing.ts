import { sharing as english } from './en/sharing.ts'
import { german } from './language.ts'

export const sharingWords = german?.sharing ?? english
