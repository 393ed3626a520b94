import { person as english } from './en/person.ts'
import { german } from './language.ts'

export const personWords = german?.person ?? english
