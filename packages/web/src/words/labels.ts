import { labels as english } from './en/labels.ts'
import { german } from './language.ts'

export const labelWords = german?.labels ?? english
