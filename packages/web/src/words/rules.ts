import { rules as english } from './en/rules.ts'
import { german } from './language.ts'

export const ruleWords = german?.rules ?? english
