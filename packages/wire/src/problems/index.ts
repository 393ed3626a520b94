/** Problems as codes with parameters, by area; the union of them, and how one is read. */
export type { DeclaredProblems, ParameterKind } from './parameters.ts'
export { declaredProblems } from './declared.ts'
export {
  type ProblemCode,
  type ProblemDetail,
  isProblemCode,
  isProblemDetail,
  getParameterKinds,
  getParameters,
  parseProblem,
  readStoredProblem,
  storedProblem,
} from './problem-detail.ts'
