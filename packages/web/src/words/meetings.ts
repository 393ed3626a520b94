import { meetings as english } from './en/meetings.ts'
import { german } from './language.ts'

export const meetingWords = german?.meetings ?? english
