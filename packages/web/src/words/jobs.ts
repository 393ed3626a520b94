import { settings } from '@plmail/words/load/settings'
import { spoken } from './spoken.ts'

export const jobWords = (await settings[spoken]()).jobs

/** Returns the name of a lane or a kind of job; the server's own word where this client does not know it. */
export const jobName = (names: Readonly<Record<string, string>>, word: string): string => names[word] ?? word
