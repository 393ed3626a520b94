import { receipts as english } from './en/receipts.ts'
import { german } from './language.ts'

export const receiptWords = german?.receipts ?? english
