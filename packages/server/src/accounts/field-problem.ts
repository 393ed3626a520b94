/** A problem in a form: a JSON pointer (RFC 6901) into it and a sentence for the person. */
export interface FieldProblem {
  pointer: string
  detail: string
}
