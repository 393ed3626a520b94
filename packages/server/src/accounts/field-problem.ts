import type { ProblemDetail } from '@plmail/wire'

/** A problem in a form: a JSON pointer (RFC 6901) into it, and what is wrong there. */
export interface FieldProblem {
  pointer: string
  problem: ProblemDetail
}
