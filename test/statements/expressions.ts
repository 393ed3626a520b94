import ts from 'typescript'
import type { Evaluator } from './evaluator.ts'
import { valueOfSymbol } from './names.ts'
import { Closure, type Frame, getKey, getName, once, Properties, Unseen, type Value } from './values.ts'

export function valueOfTemplate(evaluator: Evaluator, node: ts.TemplateExpression, frame: Frame): Value {
  let text = node.head.text
  for (const span of node.templateSpans) {
    const value = evaluator.evaluate(span.expression, frame)
    if (value instanceof Unseen) return value
    if (typeof value === 'object' || value === undefined) return new Unseen(span.expression)
    text += String(value) + span.literal.text
  }
  return text
}

export function valueOfOperation(evaluator: Evaluator, node: ts.BinaryExpression, frame: Frame): Value {
  const { kind } = node.operatorToken
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken) {
    const left = evaluator.evaluate(node.left, frame)
    const isTrue = left instanceof Unseen ? evaluator.holds(node.left, frame) : Boolean(left)
    return isTrue === (kind === ts.SyntaxKind.AmpersandAmpersandToken)
      ? evaluator.evaluate(node.right, frame)
      : left
  }
  const left = evaluator.evaluate(node.left, frame)
  if (kind === ts.SyntaxKind.QuestionQuestionToken)
    return left instanceof Unseen
      ? evaluator.run.choose(getKey(node, frame), [true, false])
        ? left
        : evaluator.evaluate(node.right, frame)
      : (left ?? evaluator.evaluate(node.right, frame))
  const right = evaluator.evaluate(node.right, frame)
  if (left instanceof Unseen || right instanceof Unseen) return new Unseen(node)
  switch (kind) {
    case ts.SyntaxKind.PlusToken:
      return typeof left === 'number' && typeof right === 'number'
        ? left + right
        : String(left) + String(right)
    case ts.SyntaxKind.MinusToken:
      return Number(left) - Number(right)
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
      return left === right
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
      return left !== right
    case ts.SyntaxKind.GreaterThanToken:
      return Number(left) > Number(right)
    default:
      return new Unseen(node)
  }
}

export function valueOfList(evaluator: Evaluator, node: ts.ArrayLiteralExpression, frame: Frame): Value {
  const items: Value[] = []
  for (const element of node.elements) {
    if (!ts.isSpreadElement(element)) {
      items.push(evaluator.evaluate(element, frame))
      continue
    }
    const spread = evaluator.evaluate(element.expression, frame)
    if (spread instanceof Properties) items.push(...spread.entries())
    else if (Array.isArray(spread)) items.push(...spread)
    else return new Unseen(element)
  }
  return items
}

export function valueOfObject(evaluator: Evaluator, node: ts.ObjectLiteralExpression, frame: Frame): Value {
  const made = new Map<string, () => Value>()
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      const spread = evaluator.evaluate(property.expression, frame)
      if (spread instanceof Properties) for (const [name, make] of spread.made()) made.set(name, make)
      continue
    }
    const name = property.name && getName(property.name)
    if (name === undefined) continue
    if (ts.isPropertyAssignment(property))
      made.set(
        name,
        once(() => evaluator.evaluate(property.initializer, frame)),
      )
    else if (ts.isMethodDeclaration(property)) made.set(name, () => new Closure(property, frame))
    else if (ts.isShorthandPropertyAssignment(property)) {
      const symbol = evaluator.sources.checker.getShorthandAssignmentValueSymbol(property)
      made.set(name, () =>
        symbol ? valueOfSymbol(evaluator, symbol, property.name, frame) : new Unseen(property),
      )
    }
  }
  return new Properties(made)
}

export function valueOfProperty(
  evaluator: Evaluator,
  node: ts.PropertyAccessExpression,
  frame: Frame,
): Value {
  const owner = evaluator.evaluate(node.expression, frame)
  if (owner instanceof Properties) return owner.get(node.name.text)
  if ((Array.isArray(owner) || typeof owner === 'string') && node.name.text === 'length') return owner.length
  if (owner === undefined && node.questionDotToken) return undefined
  return new Unseen(node)
}

export function valueOfElement(evaluator: Evaluator, node: ts.ElementAccessExpression, frame: Frame): Value {
  const owner = evaluator.evaluate(node.expression, frame)
  const key = evaluator.evaluate(node.argumentExpression, frame)
  const values = Array.isArray(owner) ? owner : owner instanceof Properties ? owner.values() : []
  if (key instanceof Unseen)
    return values.length > 0 ? evaluator.run.choose(getKey(node, frame), values) : key
  if (Array.isArray(owner)) return owner[Number(key)]
  return owner instanceof Properties ? owner.get(String(key)) : new Unseen(node)
}

/** A `Map` or `Set` of what is written there. */
export function valueOfCollection(evaluator: Evaluator, node: ts.NewExpression, frame: Frame): Value {
  const [given] = node.arguments ?? []
  const items =
    given && /^(Map|Set)$/.test(node.expression.getText()) ? evaluator.evaluate(given, frame) : undefined
  if (!Array.isArray(items)) return new Unseen(node)
  if (node.expression.getText() === 'Set') return items
  return new Properties(
    new Map(items.map((item) => (Array.isArray(item) ? [String(item[0]), () => item[1]] : ['', () => item]))),
  )
}
