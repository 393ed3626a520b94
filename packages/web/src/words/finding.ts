import { finding as english } from './en/finding.ts'
import { german } from './language.ts'

export const findingWords = german?.finding ?? english
