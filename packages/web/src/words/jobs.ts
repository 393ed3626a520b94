import { jobs as english } from './en/jobs.ts'
import { german } from './language.ts'

export const jobWords = german?.jobs ?? english

/** Returns the name of a lane or a kind of job; the server's own word where this client does not know it. */
export const jobName = (names: Readonly<Record<string, string>>, word: string): string => names[word] ?? word
