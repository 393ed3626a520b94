import { jobs as english } from './en/jobs.ts'
import { german } from './language.ts'

export const jobWords = german?.jobs ?? english

/** What a lane or a kind of job is called; one this client does not know of goes by the server's own word. */
export const jobName = (names: Readonly<Record<string, string>>, word: string): string => names[word] ?? word
