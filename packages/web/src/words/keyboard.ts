import { keyboard as english } from './en/keyboard.ts'
import { german } from './language.ts'

export const keyboardWords = german?.keyboard ?? english
