import { webhooks as english } from './en/webhooks.ts'
import { german } from './language.ts'

export const webhookWords = german?.webhooks ?? english
