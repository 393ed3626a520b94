import { outbox as english } from './en/outbox.ts'
import { german } from './language.ts'

export const outboxWords = german?.outbox ?? english
