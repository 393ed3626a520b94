import { providers as english } from './en/providers.ts'
import { german } from './language.ts'

export const providerWords = german?.providers ?? english
