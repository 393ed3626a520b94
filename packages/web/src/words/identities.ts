import { identities as english } from './en/identities.ts'
import { german } from './language.ts'

export const identityWords = german?.identities ?? english
