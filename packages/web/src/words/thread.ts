import { thread as english } from './en/thread.ts'
import { german } from './language.ts'

export const threadWords = german?.thread ?? english
