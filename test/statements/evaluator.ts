import type ts from 'typescript'
import type { Frame, Sources, Value } from './values.ts'
import type { Run } from './variants.ts'

/** One evaluation under way, as its parts see it: expressions, names, and the functions that are entered. */
export interface Evaluator {
  readonly sources: Sources
  readonly run: Run
  /** The names of functions that are not entered, in which every declaration is one of its own. */
  readonly root: Frame
  /** Conditions do not look into callers: which way a text goes is no reason to follow all of them. */
  readonly isCondition: boolean
  /** How many callers this evaluation is inside of. */
  callers: number
  evaluate(node: ts.Expression, frame?: Frame): Value
  /** Whether a condition holds; either, one after the other, where only the running program knows. */
  holds(condition: ts.Expression, frame: Frame): boolean
  nextFrame(): number
}
