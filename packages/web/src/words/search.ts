import { search as english } from './en/search.ts'
import { german } from './language.ts'

export const searchWords = german?.search ?? english
