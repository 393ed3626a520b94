import { categories as english } from './en/categories.ts'
import { german } from './language.ts'

export const categoryWords = german?.categories ?? english
