import { contacts as english } from './en/contacts.ts'
import { german } from './language.ts'

export const contactWords = german?.contacts ?? english
