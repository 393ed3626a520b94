import ts from 'typescript'
import type { Evaluator } from './evaluator.ts'
import {
  Closure,
  type Frame,
  isIteration,
  isPushedTo,
  literals,
  getName,
  Properties,
  Unseen,
  type Value,
} from './values.ts'

/** Texts are not handed on through more functions than this. */
const maxCallers = 3

export function valueOfName(evaluator: Evaluator, node: ts.Identifier, frame: Frame): Value {
  if (node.text === 'undefined') return undefined
  const symbol = evaluator.sources.checker.getSymbolAtLocation(node)
  return symbol ? valueOfSymbol(evaluator, symbol, node, frame) : new Unseen(node)
}

export function valueOfSymbol(evaluator: Evaluator, symbol: ts.Symbol, node: ts.Node, frame: Frame): Value {
  const { checker } = evaluator.sources
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const declaration = target.valueDeclaration
  if (!declaration) return new Unseen(node)
  for (let scope: Frame | undefined = frame; scope; scope = scope.outer)
    if (scope.values.has(declaration)) return scope.values.get(declaration)
  return valueOfDeclaration(evaluator, declaration, frame)
}

function valueOfDeclaration(evaluator: Evaluator, declaration: ts.Declaration, frame: Frame): Value {
  if (ts.isFunctionDeclaration(declaration)) return new Closure(declaration, evaluator.root)
  if (ts.isParameter(declaration)) return valueOfParameter(evaluator, declaration, frame)
  if (ts.isBindingElement(declaration)) return valueOfBinding(evaluator, declaration, frame)
  if (!ts.isVariableDeclaration(declaration)) return new Unseen(declaration)
  if (isIteration(declaration)) {
    const items = evaluator.evaluate(declaration.parent.parent.expression, frame)
    return Array.isArray(items) && items.length > 0
      ? evaluator.run.choose(declaration, items)
      : new Unseen(declaration)
  }
  if (!declaration.initializer || !(declaration.parent.flags & ts.NodeFlags.Const))
    return new Unseen(declaration)
  const value = evaluator.evaluate(declaration.initializer, frame)
  const declared = Array.isArray(value) && isPushedTo(declaration) ? new Unseen(declaration) : value
  if (!evaluator.isCondition) evaluator.root.values.set(declaration, declared)
  return declared
}

function valueOfBinding(evaluator: Evaluator, element: ts.BindingElement, frame: Frame): Value {
  const owner = element.parent.parent
  if (
    ts.isArrayBindingPattern(element.parent) &&
    ts.isVariableDeclaration(owner) &&
    owner.initializer &&
    !isIteration(owner)
  )
    return itemAsWritten(evaluator, owner.initializer, element.parent.elements.indexOf(element), frame)
  const whole = ts.isBindingElement(owner)
    ? valueOfBinding(evaluator, owner, frame)
    : ts.isParameter(owner)
      ? valueOfParameter(evaluator, owner, frame)
      : valueOfDeclaration(evaluator, owner, frame)
  return getPart(evaluator, element, whole)
}

/** The item of a list as it is written: its neighbours are not looked at. */
export function itemAsWritten(evaluator: Evaluator, list: ts.Expression, index: number, frame: Frame): Value {
  if (ts.isParenthesizedExpression(list) || ts.isAsExpression(list))
    return itemAsWritten(evaluator, list.expression, index, frame)
  if (ts.isConditionalExpression(list))
    return itemAsWritten(
      evaluator,
      evaluator.holds(list.condition, frame) ? list.whenTrue : list.whenFalse,
      index,
      frame,
    )
  const item =
    ts.isArrayLiteralExpression(list) && !list.elements.some(ts.isSpreadElement)
      ? list.elements[index]
      : undefined
  if (item) return evaluator.evaluate(item, frame)
  const items = evaluator.evaluate(list, frame)
  return Array.isArray(items) ? items[index] : new Unseen(list)
}

export function getPart(evaluator: Evaluator, element: ts.BindingElement, whole: Value): Value {
  if (ts.isArrayBindingPattern(element.parent)) {
    const index = element.parent.elements.indexOf(element)
    return Array.isArray(whole) ? whole[index] : new Unseen(element)
  }
  const name = getName(element.propertyName ?? element.name)
  if (name === undefined || !(whole instanceof Properties)) return new Unseen(element)
  const value = whole.get(name)
  return value === undefined && element.initializer
    ? evaluator.evaluate(element.initializer, evaluator.root)
    : value
}

/** A parameter of a function that was not entered: each value of its type, else what each caller hands in. */
function valueOfParameter(evaluator: Evaluator, parameter: ts.ParameterDeclaration, frame: Frame): Value {
  const { checker } = evaluator.sources
  const values = literals(checker.getTypeAtLocation(parameter))
  if (values) return evaluator.run.choose(parameter, values)
  const owner = parameter.parent
  if (
    !ts.isArrowFunction(owner) &&
    !ts.isFunctionExpression(owner) &&
    !ts.isFunctionDeclaration(owner) &&
    !ts.isMethodDeclaration(owner)
  )
    return new Unseen(parameter)
  const index = owner.parameters.indexOf(parameter)
  const asCallback = itemOfCallback(evaluator, owner, index, frame)
  if (asCallback) return asCallback.value
  const caller =
    evaluator.isCondition || evaluator.callers >= maxCallers ? undefined : chosenCaller(evaluator, owner)
  if (!caller) return new Unseen(parameter)
  const handed = caller.arguments[index]
  if (handed && ts.isSpreadElement(handed)) return new Unseen(handed)
  if (handed) return atCaller(evaluator, handed)
  return parameter.initializer ? evaluator.evaluate(parameter.initializer, evaluator.root) : undefined
}

function atCaller(evaluator: Evaluator, handed: ts.Expression): Value {
  evaluator.callers++
  try {
    return evaluator.evaluate(handed)
  } finally {
    evaluator.callers--
  }
}

/** The call through which this run looks into `owner`. */
function chosenCaller(evaluator: Evaluator, owner: ts.Node): ts.CallExpression | undefined {
  const calls = evaluator.sources.listCalls(owner)
  return calls.length === 0 ? undefined : evaluator.run.choose(owner, calls)
}

/** The function is handed to `map` and its like: its parameter is each item. */
function itemOfCallback(
  evaluator: Evaluator,
  owner: ts.Node,
  index: number,
  frame: Frame,
): { value: Value } | undefined {
  const call = owner.parent
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined
  if (!/^(map|flatMap|forEach|filter)$/.test(call.expression.name.text)) return undefined
  const items = evaluator.evaluate(call.expression.expression, frame)
  if (!Array.isArray(items) || items.length === 0) return undefined
  const picked = evaluator.run.choose(
    owner,
    items.map((_, at) => at),
  )
  return { value: index === 0 ? items[picked] : picked }
}
