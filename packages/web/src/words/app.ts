import { app as english } from './en/app.ts'
import { german } from './language.ts'

export const words = german?.app ?? english
export const { roleName, pages: pageNames } = words
