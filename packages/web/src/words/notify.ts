import { notify as english } from './en/notify.ts'
import { german } from './language.ts'

export const notifyWords = german?.notify ?? english
