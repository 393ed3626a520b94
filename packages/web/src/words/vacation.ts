import { vacation as english } from './en/vacation.ts'
import { german } from './language.ts'

export const vacationWords = german?.vacation ?? english
