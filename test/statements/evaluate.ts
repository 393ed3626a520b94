import ts from 'typescript'
import { valueOfCall } from './calls.ts'
import type { Evaluator } from './evaluator.ts'
import {
  valueOfOperation,
  valueOfElement,
  valueOfList,
  valueOfCollection,
  valueOfObject,
  valueOfProperty,
  valueOfTemplate,
} from './expressions.ts'
import { valueOfName } from './names.ts'
import { Closure, Frame, getKey, literals, Unseen, type Sources, type Value } from './values.ts'
import { type Run, TooManyVariants } from './variants.ts'

/** Deeper goes only what calls itself. */
const deepest = 150

/**
 * Evaluates the small part of TypeScript that texts of statements are composed with. Where the way depends on what is
 * only known when the program runs, `run` chooses it: a condition goes either way, a parameter is each value of its
 * type when that lists them, and otherwise what each caller hands in.
 */
export class Evaluation implements Evaluator {
  readonly sources: Sources
  readonly run: Run
  readonly root = new Frame(0)
  isCondition = false
  callers = 0
  #depth = 0
  #lastFrame = 0
  constructor(sources: Sources, run: Run) {
    this.sources = sources
    this.run = run
  }

  nextFrame(): number {
    return ++this.#lastFrame
  }

  evaluate(node: ts.Expression, frame: Frame = this.root): Value {
    if (++this.#depth > deepest) throw new TooManyVariants()
    try {
      const value = this.#evaluate(node, frame)
      return value instanceof Unseen ? this.#byType(node, frame, value) : value
    } finally {
      this.#depth--
    }
  }

  #evaluate(node: ts.Expression, frame: Frame): Value {
    if (ts.isStringLiteralLike(node)) return node.text
    if (ts.isNumericLiteral(node)) return Number(node.text)
    if (node.kind === ts.SyntaxKind.TrueKeyword) return true
    if (node.kind === ts.SyntaxKind.FalseKeyword) return false
    if (node.kind === ts.SyntaxKind.NullKeyword) return null
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node)
    )
      return this.evaluate(node.expression, frame)
    if (ts.isTemplateExpression(node)) return valueOfTemplate(this, node, frame)
    if (ts.isIdentifier(node)) return valueOfName(this, node, frame)
    if (ts.isConditionalExpression(node))
      return this.evaluate(this.holds(node.condition, frame) ? node.whenTrue : node.whenFalse, frame)
    if (ts.isBinaryExpression(node)) return valueOfOperation(this, node, frame)
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      return !this.holds(node.operand, frame)
    if (ts.isArrayLiteralExpression(node)) return valueOfList(this, node, frame)
    if (ts.isObjectLiteralExpression(node)) return valueOfObject(this, node, frame)
    if (ts.isPropertyAccessExpression(node)) return valueOfProperty(this, node, frame)
    if (ts.isElementAccessExpression(node)) return valueOfElement(this, node, frame)
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return new Closure(node, frame)
    if (ts.isCallExpression(node)) return valueOfCall(this, node, frame)
    if (ts.isNewExpression(node)) return valueOfCollection(this, node, frame)
    return new Unseen(node)
  }

  /** A type that lists its values stands for each of them. */
  #byType(node: ts.Expression, frame: Frame, unseen: Unseen): Value {
    const values = literals(this.sources.checker.getTypeAtLocation(node))
    return values ? this.run.choose(getKey(node, frame), values) : unseen
  }

  holds(condition: ts.Expression, frame: Frame): boolean {
    const wasCondition = this.isCondition
    this.isCondition = true
    const value = this.#unlessTooDeep(condition, frame)
    this.isCondition = wasCondition
    return value instanceof Unseen ? this.run.choose(getKey(condition, frame), [true, false]) : Boolean(value)
  }

  #unlessTooDeep(condition: ts.Expression, frame: Frame): Value {
    const depth = this.#depth
    try {
      return this.evaluate(condition, frame)
    } catch (error) {
      if (!(error instanceof TooManyVariants)) throw error
      this.#depth = depth
      return new Unseen(condition)
    }
  }
}
