import { lists as english } from './en/lists.ts'
import { german } from './language.ts'

export const listWords = german?.lists ?? english
