import { senders as english } from './en/senders.ts'
import { german } from './language.ts'

export const senderWords = german?.senders ?? english
