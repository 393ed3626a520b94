import { session as english } from './en/session.ts'
import { german } from './language.ts'

export const sessionWords = german?.session ?? english
