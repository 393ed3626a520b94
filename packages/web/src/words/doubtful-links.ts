import { doubtfulLinks as english } from './en/doubtful-links.ts'
import { german } from './language.ts'

export const doubtfulLinkWords = german?.doubtfulLinks ?? english
