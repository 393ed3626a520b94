import { eventNews as english } from './en/event-news.ts'
import { german } from './language.ts'

export const newsWords = german?.eventNews ?? english
