import { wholeList as english } from './en/whole-list.ts'
import { german } from './language.ts'

export const wholeListWords = german?.wholeList ?? english
