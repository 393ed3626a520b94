import { commands as english } from './en/commands.ts'
import { german } from './language.ts'

export const commandWords = german?.commands ?? english
