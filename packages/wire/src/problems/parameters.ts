/**
 * The kind of value that a parameter of a problem holds. `number` is written as it is (a port, a status), `count` as the
 * language writes numbers and with its plurals. `serverText` is what a server or provider said in its own words; it may
 * be missing, and is shown behind the sentence. A list of words is a choice among them.
 */
export type ParameterKind =
  'text' | 'number' | 'count' | 'texts' | 'problem' | 'problems' | 'serverText' | readonly string[]

export type DeclaredProblems = Readonly<Record<string, Readonly<Record<string, ParameterKind>>>>
