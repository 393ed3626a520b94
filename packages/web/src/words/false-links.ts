import { falseLinks as english } from './en/false-links.ts'
import { german } from './language.ts'

export const falseLinkWords = german?.falseLinks ?? english
