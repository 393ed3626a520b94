import { profile as english } from './en/profile.ts'
import { german } from './language.ts'

export const profileWords = german?.profile ?? english
