import ts from 'typescript'
import type { Evaluator } from './evaluator.ts'
import { itemAsWritten, getPart } from './names.ts'
import { type Closure, ends, Frame, getKey, Nowhere, Unseen, type Value } from './values.ts'

export function enter(evaluator: Evaluator, { made, frame }: Closure, handed: readonly Value[]): Value {
  const inner = new Frame(evaluator.nextFrame(), frame)
  made.parameters.forEach((parameter, index) => {
    const isRest = parameter.dotDotDotToken !== undefined
    const value = isRest
      ? handed.slice(index)
      : (handed[index] ??
        (parameter.initializer ? evaluator.evaluate(parameter.initializer, inner) : undefined))
    bind(evaluator, parameter, value, inner)
  })
  if (!made.body) return new Unseen(made)
  return ts.isBlock(made.body)
    ? valueOfBlock(evaluator, made.body, inner)
    : evaluator.evaluate(made.body, inner)
}

function bind(
  evaluator: Evaluator,
  declaration: ts.ParameterDeclaration | ts.BindingElement | ts.VariableDeclaration,
  value: Value,
  frame: Frame,
): void {
  frame.values.set(declaration, value)
  if (ts.isIdentifier(declaration.name)) return
  for (const element of declaration.name.elements)
    if (ts.isBindingElement(element)) bind(evaluator, element, getPart(evaluator, element, value), frame)
}

function bindVariable(
  evaluator: Evaluator,
  declaration: ts.VariableDeclaration,
  initializer: ts.Expression,
  frame: Frame,
): void {
  if (!ts.isArrayBindingPattern(declaration.name))
    return bind(evaluator, declaration, evaluator.evaluate(initializer, frame), frame)
  for (const [index, element] of declaration.name.elements.entries())
    if (ts.isBindingElement(element))
      bind(evaluator, element, itemAsWritten(evaluator, initializer, index, frame), frame)
}

function valueOfBlock(evaluator: Evaluator, body: ts.Block, frame: Frame): Value {
  for (const line of body.statements) {
    if (ts.isReturnStatement(line))
      return line.expression ? evaluator.evaluate(line.expression, frame) : undefined
    if (ts.isVariableStatement(line)) {
      for (const declaration of line.declarationList.declarations)
        if (declaration.initializer) bindVariable(evaluator, declaration, declaration.initializer, frame)
    } else if (ts.isIfStatement(line)) {
      const taken = evaluator.holds(line.expression, frame) ? line.thenStatement : line.elseStatement
      if (taken && ts.isReturnStatement(taken))
        return taken.expression ? evaluator.evaluate(taken.expression, frame) : undefined
      if (taken && ts.isBlock(taken) && taken.statements.some(ts.isReturnStatement))
        return valueOfBlock(evaluator, taken, frame)
      if (taken && ends(taken)) throw new Nowhere()
      if (taken) return new Unseen(taken)
    } else if (ts.isSwitchStatement(line)) {
      const taken = caseThatApplies(evaluator, line, frame)
      if (taken) return evaluator.evaluate(taken, frame)
    } else if (ts.isThrowStatement(line)) throw new Nowhere()
    else return new Unseen(line)
  }
  return undefined
}

/** What the case that applies returns; any of them where that is not known. */
function caseThatApplies(
  evaluator: Evaluator,
  line: ts.SwitchStatement,
  frame: Frame,
): ts.Expression | undefined {
  const value = evaluator.evaluate(line.expression, frame)
  const { clauses } = line.caseBlock
  const matches =
    value instanceof Unseen
      ? clauses
      : clauses.filter(
          (clause) => ts.isDefaultClause(clause) || evaluator.evaluate(clause.expression, frame) === value,
        )
  const at = clauses.indexOf(
    evaluator.run.choose(getKey(line, frame), value instanceof Unseen ? matches : matches.slice(0, 1)),
  )
  const returned = clauses
    .slice(at)
    .flatMap((clause) => clause.statements)
    .find(ts.isReturnStatement)
  return returned?.expression
}
