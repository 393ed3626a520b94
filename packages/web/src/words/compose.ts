import { compose as english } from './en/compose.ts'
import { german } from './language.ts'

export const composeWords = german?.compose ?? english
