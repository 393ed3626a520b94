import { templates as english } from './en/templates.ts'
import { german } from './language.ts'

export const templateWords = german?.templates ?? english
