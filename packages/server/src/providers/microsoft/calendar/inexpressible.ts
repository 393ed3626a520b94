import type { ProblemDetail } from '@plmail/wire'

/** Thrown for what Graph has no way to keep; `problem` is what the user is told. */
export class Inexpressible extends Error {
  readonly problem: ProblemDetail
  constructor(problem: ProblemDetail) {
    super(problem.problem)
    this.problem = problem
  }
}
