import ts from 'typescript'
import {
  asText,
  Closure,
  ends,
  Frame,
  isIteration,
  isPushedTo,
  keyOf,
  literals,
  nameOf,
  Nowhere,
  ofItems,
  ofMap,
  once,
  onText,
  Properties,
  Unseen,
  type Sources,
  type Value,
} from './values.ts'
import { type Run, TooManyVariants } from './variants.ts'

/** Deeper goes only what calls itself. */
const deepest = 150
/** Texts are not handed on through more functions than this. */
const mostCallers = 3

/**
 * Evaluates the small part of TypeScript that texts of statements are composed with. Where the way depends on what is
 * only known when the program runs, `run` chooses it: a condition goes either way, a parameter is each value of its
 * type when that lists them, and otherwise what each caller hands in.
 */
export class Evaluation {
  readonly #sources: Sources
  readonly #run: Run
  #depth = 0
  /** Conditions do not look into callers: which way a text goes is no reason to follow all of them. */
  #isCondition = false
  #lastFrame = 0
  #callers = 0
  /** The names of functions that are not entered, in which every declaration is one of its own. */
  readonly #root = new Frame(0)
  constructor(sources: Sources, run: Run) {
    this.#sources = sources
    this.#run = run
  }

  evaluate(node: ts.Expression, frame: Frame = this.#root): Value {
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
    if (ts.isTemplateExpression(node)) return this.#template(node, frame)
    if (ts.isIdentifier(node)) return this.#name(node, frame)
    if (ts.isConditionalExpression(node))
      return this.evaluate(this.#holds(node.condition, frame) ? node.whenTrue : node.whenFalse, frame)
    if (ts.isBinaryExpression(node)) return this.#binary(node, frame)
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      return !this.#holds(node.operand, frame)
    if (ts.isArrayLiteralExpression(node)) return this.#list(node, frame)
    if (ts.isObjectLiteralExpression(node)) return this.#properties(node, frame)
    if (ts.isPropertyAccessExpression(node)) return this.#property(node, frame)
    if (ts.isElementAccessExpression(node)) return this.#element(node, frame)
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return new Closure(node, frame)
    if (ts.isCallExpression(node)) return this.#call(node, frame)
    if (ts.isNewExpression(node)) return this.#made(node, frame)
    return new Unseen(node)
  }

  /** A type that lists its values stands for each of them. */
  #byType(node: ts.Expression, frame: Frame, unseen: Unseen): Value {
    const values = literals(this.#sources.checker.getTypeAtLocation(node))
    return values ? this.#run.choose(keyOf(node, frame), values) : unseen
  }

  #holds(condition: ts.Expression, frame: Frame): boolean {
    const wasCondition = this.#isCondition
    this.#isCondition = true
    const value = this.#unlessTooDeep(condition, frame)
    this.#isCondition = wasCondition
    return value instanceof Unseen ? this.#run.choose(keyOf(condition, frame), [true, false]) : Boolean(value)
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

  #template(node: ts.TemplateExpression, frame: Frame): Value {
    let text = node.head.text
    for (const span of node.templateSpans) {
      const value = this.evaluate(span.expression, frame)
      if (value instanceof Unseen) return value
      if (typeof value === 'object' || value === undefined) return new Unseen(span.expression)
      text += String(value) + span.literal.text
    }
    return text
  }

  #binary(node: ts.BinaryExpression, frame: Frame): Value {
    const { kind } = node.operatorToken
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken) {
      const left = this.evaluate(node.left, frame)
      const isTrue = left instanceof Unseen ? this.#holds(node.left, frame) : Boolean(left)
      return isTrue === (kind === ts.SyntaxKind.AmpersandAmpersandToken)
        ? this.evaluate(node.right, frame)
        : left
    }
    const left = this.evaluate(node.left, frame)
    if (kind === ts.SyntaxKind.QuestionQuestionToken)
      return left instanceof Unseen
        ? this.#run.choose(keyOf(node, frame), [true, false])
          ? left
          : this.evaluate(node.right, frame)
        : (left ?? this.evaluate(node.right, frame))
    const right = this.evaluate(node.right, frame)
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

  #list(node: ts.ArrayLiteralExpression, frame: Frame): Value {
    const items: Value[] = []
    for (const element of node.elements) {
      if (!ts.isSpreadElement(element)) {
        items.push(this.evaluate(element, frame))
        continue
      }
      const spread = this.evaluate(element.expression, frame)
      if (spread instanceof Properties) items.push(...spread.entries())
      else if (Array.isArray(spread)) items.push(...spread)
      else return new Unseen(element)
    }
    return items
  }

  #properties(node: ts.ObjectLiteralExpression, frame: Frame): Value {
    const made = new Map<string, () => Value>()
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) {
        const spread = this.evaluate(property.expression, frame)
        if (spread instanceof Properties) for (const [name, make] of spread.made()) made.set(name, make)
        continue
      }
      const name = property.name && nameOf(property.name)
      if (name === undefined) continue
      if (ts.isPropertyAssignment(property))
        made.set(
          name,
          once(() => this.evaluate(property.initializer, frame)),
        )
      else if (ts.isMethodDeclaration(property)) made.set(name, () => new Closure(property, frame))
      else if (ts.isShorthandPropertyAssignment(property)) {
        const symbol = this.#sources.checker.getShorthandAssignmentValueSymbol(property)
        made.set(name, () => (symbol ? this.#symbol(symbol, property.name, frame) : new Unseen(property)))
      }
    }
    return new Properties(made)
  }

  #name(node: ts.Identifier, frame: Frame): Value {
    if (node.text === 'undefined') return undefined
    const symbol = this.#sources.checker.getSymbolAtLocation(node)
    return symbol ? this.#symbol(symbol, node, frame) : new Unseen(node)
  }

  #symbol(symbol: ts.Symbol, node: ts.Node, frame: Frame): Value {
    const { checker } = this.#sources
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const declaration = target.valueDeclaration
    if (!declaration) return new Unseen(node)
    for (let scope: Frame | undefined = frame; scope; scope = scope.outer)
      if (scope.values.has(declaration)) return scope.values.get(declaration)
    return this.#declared(declaration, frame)
  }

  #declared(declaration: ts.Declaration, frame: Frame): Value {
    if (ts.isFunctionDeclaration(declaration)) return new Closure(declaration, this.#root)
    if (ts.isParameter(declaration)) return this.#parameter(declaration, frame)
    if (ts.isBindingElement(declaration)) return this.#bound(declaration, frame)
    if (!ts.isVariableDeclaration(declaration)) return new Unseen(declaration)
    if (isIteration(declaration)) {
      const items = this.evaluate(declaration.parent.parent.expression, frame)
      return Array.isArray(items) && items.length > 0
        ? this.#run.choose(declaration, items)
        : new Unseen(declaration)
    }
    if (!declaration.initializer || !(declaration.parent.flags & ts.NodeFlags.Const))
      return new Unseen(declaration)
    const value = this.evaluate(declaration.initializer, frame)
    const declared = Array.isArray(value) && isPushedTo(declaration) ? new Unseen(declaration) : value
    if (!this.#isCondition) this.#root.values.set(declaration, declared)
    return declared
  }

  #bound(element: ts.BindingElement, frame: Frame): Value {
    const owner = element.parent.parent
    if (
      ts.isArrayBindingPattern(element.parent) &&
      ts.isVariableDeclaration(owner) &&
      owner.initializer &&
      !isIteration(owner)
    )
      return this.#picked(owner.initializer, element.parent.elements.indexOf(element), frame)
    const whole = ts.isBindingElement(owner)
      ? this.#bound(owner, frame)
      : ts.isParameter(owner)
        ? this.#parameter(owner, frame)
        : this.#declared(owner, frame)
    return this.#part(element, whole)
  }

  /** The item of a list as it is written: its neighbours are not looked at. */
  #picked(list: ts.Expression, index: number, frame: Frame): Value {
    if (ts.isParenthesizedExpression(list) || ts.isAsExpression(list))
      return this.#picked(list.expression, index, frame)
    if (ts.isConditionalExpression(list))
      return this.#picked(this.#holds(list.condition, frame) ? list.whenTrue : list.whenFalse, index, frame)
    const item =
      ts.isArrayLiteralExpression(list) && !list.elements.some(ts.isSpreadElement)
        ? list.elements[index]
        : undefined
    if (item) return this.evaluate(item, frame)
    const items = this.evaluate(list, frame)
    return Array.isArray(items) ? items[index] : new Unseen(list)
  }

  #part(element: ts.BindingElement, whole: Value): Value {
    if (ts.isArrayBindingPattern(element.parent)) {
      const index = element.parent.elements.indexOf(element)
      return Array.isArray(whole) ? whole[index] : new Unseen(element)
    }
    const name = nameOf(element.propertyName ?? element.name)
    if (name === undefined || !(whole instanceof Properties)) return new Unseen(element)
    const value = whole.get(name)
    return value === undefined && element.initializer ? this.evaluate(element.initializer, this.#root) : value
  }

  /** A parameter of a function that was not entered: each value of its type, else what each caller hands in. */
  #parameter(parameter: ts.ParameterDeclaration, frame: Frame): Value {
    const { checker } = this.#sources
    const values = literals(checker.getTypeAtLocation(parameter))
    if (values) return this.#run.choose(parameter, values)
    const owner = parameter.parent
    if (
      !ts.isArrowFunction(owner) &&
      !ts.isFunctionExpression(owner) &&
      !ts.isFunctionDeclaration(owner) &&
      !ts.isMethodDeclaration(owner)
    )
      return new Unseen(parameter)
    const index = owner.parameters.indexOf(parameter)
    const asCallback = this.#item(owner, index, frame)
    if (asCallback) return asCallback.value
    const caller = this.#isCondition || this.#callers >= mostCallers ? undefined : this.#caller(owner)
    if (!caller) return new Unseen(parameter)
    const handed = caller.arguments[index]
    if (handed && ts.isSpreadElement(handed)) return new Unseen(handed)
    if (handed) return this.#atCaller(handed)
    return parameter.initializer ? this.evaluate(parameter.initializer, this.#root) : undefined
  }

  #atCaller(handed: ts.Expression): Value {
    this.#callers++
    try {
      return this.evaluate(handed)
    } finally {
      this.#callers--
    }
  }

  /** The call through which this run looks into `owner`. */
  #caller(owner: ts.Node): ts.CallExpression | undefined {
    const calls = this.#sources.callsOf(owner)
    return calls.length === 0 ? undefined : this.#run.choose(owner, calls)
  }

  /** The function is handed to `map` and its like: its parameter is each item. */
  #item(owner: ts.Node, index: number, frame: Frame): { value: Value } | undefined {
    const call = owner.parent
    if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined
    if (!/^(map|flatMap|forEach|filter)$/.test(call.expression.name.text)) return undefined
    const items = this.evaluate(call.expression.expression, frame)
    if (!Array.isArray(items) || items.length === 0) return undefined
    const picked = this.#run.choose(
      owner,
      items.map((_, at) => at),
    )
    return { value: index === 0 ? items[picked] : picked }
  }

  #property(node: ts.PropertyAccessExpression, frame: Frame): Value {
    const owner = this.evaluate(node.expression, frame)
    if (owner instanceof Properties) return owner.get(node.name.text)
    if ((Array.isArray(owner) || typeof owner === 'string') && node.name.text === 'length')
      return owner.length
    if (owner === undefined && node.questionDotToken) return undefined
    return new Unseen(node)
  }

  #element(node: ts.ElementAccessExpression, frame: Frame): Value {
    const owner = this.evaluate(node.expression, frame)
    const key = this.evaluate(node.argumentExpression, frame)
    const values = Array.isArray(owner) ? owner : owner instanceof Properties ? owner.values() : []
    if (key instanceof Unseen) return values.length > 0 ? this.#run.choose(keyOf(node, frame), values) : key
    if (Array.isArray(owner)) return owner[Number(key)]
    return owner instanceof Properties ? owner.get(String(key)) : new Unseen(node)
  }

  /** A `Map` or `Set` of what is written there. */
  #made(node: ts.NewExpression, frame: Frame): Value {
    const [given] = node.arguments ?? []
    const items =
      given && /^(Map|Set)$/.test(node.expression.getText()) ? this.evaluate(given, frame) : undefined
    if (!Array.isArray(items)) return new Unseen(node)
    if (node.expression.getText() === 'Set') return items
    return new Properties(
      new Map(
        items.map((item) => (Array.isArray(item) ? [String(item[0]), () => item[1]] : ['', () => item])),
      ),
    )
  }

  #call(node: ts.CallExpression, frame: Frame): Value {
    if (ts.isPropertyAccessExpression(node.expression)) {
      const built = this.#builtIn(node, node.expression, frame)
      if (!(built instanceof Unseen)) return built
    }
    if (node.expression.getText() === 'String')
      return asText(node.arguments[0] && this.evaluate(node.arguments[0], frame))
    const called = this.evaluate(node.expression, frame)
    if (!(called instanceof Closure)) return new Unseen(node)
    const standIn = this.#sources.standIn(called.made)
    if (standIn !== undefined) return standIn
    const handed = node.arguments.map((argument) => this.evaluate(argument, frame))
    const isUnseen = handed.some((value) => value instanceof Unseen)
    if (isUnseen && (this.#isCondition || literals(this.#sources.checker.getTypeAtLocation(node))))
      return new Unseen(node)
    return this.#enter(called, handed)
  }

  #enter({ made, frame }: Closure, handed: readonly Value[]): Value {
    const inner = new Frame(++this.#lastFrame, frame)
    made.parameters.forEach((parameter, index) => {
      const isRest = parameter.dotDotDotToken !== undefined
      const value = isRest
        ? handed.slice(index)
        : (handed[index] ?? (parameter.initializer ? this.evaluate(parameter.initializer, inner) : undefined))
      this.#bind(parameter, value, inner)
    })
    if (!made.body) return new Unseen(made)
    return ts.isBlock(made.body) ? this.#block(made.body, inner) : this.evaluate(made.body, inner)
  }

  #bind(
    declaration: ts.ParameterDeclaration | ts.BindingElement | ts.VariableDeclaration,
    value: Value,
    frame: Frame,
  ): void {
    frame.values.set(declaration, value)
    if (ts.isIdentifier(declaration.name)) return
    for (const element of declaration.name.elements)
      if (ts.isBindingElement(element)) this.#bind(element, this.#part(element, value), frame)
  }

  #bindVariable(declaration: ts.VariableDeclaration, initializer: ts.Expression, frame: Frame): void {
    if (!ts.isArrayBindingPattern(declaration.name))
      return this.#bind(declaration, this.evaluate(initializer, frame), frame)
    for (const [index, element] of declaration.name.elements.entries())
      if (ts.isBindingElement(element)) this.#bind(element, this.#picked(initializer, index, frame), frame)
  }

  #block(block: ts.Block, frame: Frame): Value {
    for (const line of block.statements) {
      if (ts.isReturnStatement(line))
        return line.expression ? this.evaluate(line.expression, frame) : undefined
      if (ts.isVariableStatement(line)) {
        for (const declaration of line.declarationList.declarations)
          if (declaration.initializer) this.#bindVariable(declaration, declaration.initializer, frame)
      } else if (ts.isIfStatement(line)) {
        const taken = this.#holds(line.expression, frame) ? line.thenStatement : line.elseStatement
        if (taken && ts.isReturnStatement(taken))
          return taken.expression ? this.evaluate(taken.expression, frame) : undefined
        if (taken && ts.isBlock(taken) && taken.statements.some(ts.isReturnStatement))
          return this.#block(taken, frame)
        if (taken && ends(taken)) throw new Nowhere()
        if (taken) return new Unseen(taken)
      } else if (ts.isSwitchStatement(line)) {
        const taken = this.#case(line, frame)
        if (taken) return this.evaluate(taken, frame)
      } else if (ts.isThrowStatement(line)) throw new Nowhere()
      else return new Unseen(line)
    }
    return undefined
  }

  /** What the case that applies returns; any of them where that is not known. */
  #case(line: ts.SwitchStatement, frame: Frame): ts.Expression | undefined {
    const value = this.evaluate(line.expression, frame)
    const { clauses } = line.caseBlock
    const matches =
      value instanceof Unseen
        ? clauses
        : clauses.filter(
            (clause) => ts.isDefaultClause(clause) || this.evaluate(clause.expression, frame) === value,
          )
    const at = clauses.indexOf(
      this.#run.choose(keyOf(line, frame), value instanceof Unseen ? matches : matches.slice(0, 1)),
    )
    const returned = clauses
      .slice(at)
      .flatMap((clause) => clause.statements)
      .find(ts.isReturnStatement)
    return returned?.expression
  }

  #builtIn(node: ts.CallExpression, method: ts.PropertyAccessExpression, frame: Frame): Value {
    const name = method.name.text
    const handed = () => node.arguments.map((argument) => this.evaluate(argument, frame))
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
      return Array.from({ length }, (_, index) => this.#enter(make, [undefined, index]))
    }
    const owner = this.evaluate(method.expression, frame)
    if (owner instanceof Properties) return ofMap(owner, name, handed(), node)
    if (owner instanceof Unseen && name === 'map' && !this.#isCondition)
      return this.#ofAnyLength(node, frame, handed()[0])
    if (Array.isArray(owner)) return this.#onList(owner, name, handed(), node)
    if (typeof owner === 'string') return onText(owner, name, handed(), node)
    return new Unseen(node)
  }

  /** A list that is only known when the program runs has no items, or some. */
  #ofAnyLength(node: ts.CallExpression, frame: Frame, work: Value): Value {
    if (!(work instanceof Closure)) return new Unseen(node)
    const length = this.#run.choose(keyOf(node, frame), [0, 2])
    return Array.from({ length }, (_, index) => this.#enter(work, [new Unseen(node), index]))
  }

  #onList(list: Value[], name: string, [first, ...more]: Value[], node: ts.Node): Value {
    const each = (work: Closure) => list.map((item, index) => this.#enter(work, [item, index]))
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
}
