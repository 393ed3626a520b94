/**
 * Says a problem that the server reported by its code in the words of this client; as the server put it where this client
 * is older than the code. The words come when they are needed, which is hardly ever.
 */
export async function sayProblem(problem: unknown, serverSentence: string): Promise<string> {
  const words = await loadWords()
  return words?.wordsOf(problem) ?? serverSentence
}

/** Puts every problem within an answer into the words of this client, in place of the server's sentence beside it. */
export async function sayProblemsIn<T>(answer: T): Promise<T> {
  const words = await loadWords()
  words?.sayWithin(answer)
  return answer
}

/** Whether an answer of JMAP, as text, speaks of a problem: inside its strings, quotes would be escaped. */
export const speaksOfProblem = (json: string): boolean => json.includes('"problem":"')

const loadWords = () => import('./problems.ts').catch(() => undefined)
