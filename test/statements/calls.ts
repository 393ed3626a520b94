import ts from 'typescript'
import type { Evaluator } from './evaluator.ts'
import { enter } from './enter.ts'
import {
  asText,
  Closure,
  type Frame,
  getKey,
  literals,
  ofItems,
  ofMap,
  onText,
  Properties,
  Unseen,
  type Value,
} from './values.ts'

export function valueOfCall(evaluator: Evaluator, node: ts.CallExpression, frame: Frame): Value {
  if (ts.isPropertyAccessExpression(node.expression)) {
    const built = valueOfBuiltIn(evaluator, node, node.expression, frame)
    if (!(built instanceof Unseen)) return built
  }
  if (node.expression.getText() === 'String')
    return asText(node.arguments[0] && evaluator.evaluate(node.arguments[0], frame))
  const called = evaluator.evaluate(node.expression, frame)
  if (!(called instanceof Closure)) return new Unseen(node)
  const standIn = evaluator.sources.standIn(called.made)
  if (standIn !== undefined) return standIn
  const handed = node.arguments.map((argument) => evaluator.evaluate(argument, frame))
  const isUnseen = handed.some((value) => value instanceof Unseen)
  if (isUnseen && (evaluator.isCondition || literals(evaluator.sources.checker.getTypeAtLocation(node))))
    return new Unseen(node)
  return enter(evaluator, called, handed)
}

function valueOfBuiltIn(
  evaluator: Evaluator,
  node: ts.CallExpression,
  method: ts.PropertyAccessExpression,
  frame: Frame,
): Value {
  const name = method.name.text
  const handed = () => node.arguments.map((argument) => evaluator.evaluate(argument, frame))
  if (ts.isIdentifier(method.expression) && method.expression.text === 'Object') {
    const [owner] = handed()
    if (!(owner instanceof Properties)) return new Unseen(node)
    if (name === 'keys') return owner.keys()
    if (name === 'values') return owner.values()
    return name === 'entries' ? owner.entries() : new Unseen(node)
  }
  if (method.getText() === 'Array.from') {
    const [lengths, make] = handed()
    const length = lengths instanceof Properties ? lengths.get('length') : undefined
    if (typeof length !== 'number' || !(make instanceof Closure)) return new Unseen(node)
    return Array.from({ length }, (_, index) => enter(evaluator, make, [undefined, index]))
  }
  const owner = evaluator.evaluate(method.expression, frame)
  if (owner instanceof Properties) return ofMap(owner, name, handed(), node)
  if (owner instanceof Unseen && name === 'map' && !evaluator.isCondition)
    return valuesOfAnyLength(evaluator, node, frame, handed()[0])
  if (Array.isArray(owner)) return valueOfListCall(evaluator, owner, name, handed(), node)
  if (typeof owner === 'string') return onText(owner, name, handed(), node)
  return new Unseen(node)
}

/** A list that is only known when the program runs has no items, or some. */
function valuesOfAnyLength(evaluator: Evaluator, node: ts.CallExpression, frame: Frame, work: Value): Value {
  if (!(work instanceof Closure)) return new Unseen(node)
  const length = evaluator.run.choose(getKey(node, frame), [0, 2])
  return Array.from({ length }, (_, index) => enter(evaluator, work, [new Unseen(node), index]))
}

function valueOfListCall(
  evaluator: Evaluator,
  list: Value[],
  name: string,
  [first, ...more]: Value[],
  node: ts.Node,
): Value {
  const each = (work: Closure) => list.map((item, index) => enter(evaluator, work, [item, index]))
  if (name === 'map' && first instanceof Closure) return each(first)
  if (name === 'flatMap' && first instanceof Closure) return each(first).flat() as Value[]
  if (name === 'filter' && first instanceof Closure) {
    const kept = each(first)
    return kept.some((isKept) => isKept instanceof Unseen)
      ? new Unseen(node)
      : list.filter((_, index) => kept[index])
  }
  return ofItems(list, name, [first, ...more], node)
}
