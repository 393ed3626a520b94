// The JMAP methods as packages/wire declares them: what is said of each, its arguments and its answer, by name.
import ts from 'typescript'

const declarations = 'packages/wire/src/jmap.ts'

/** Answers a description, and the names of what goes in and comes out; names that may be left out end in `?`. */
export function declaredMethods() {
  const program = ts.createProgram([declarations], {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
  })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(declarations)
  const methods = source?.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === 'JmapMethods',
  )
  if (!methods) throw new Error(`${declarations} declares no JmapMethods`)

  const propertiesOf = (type) => checker.getPropertiesOfType(checker.getNonNullableType(type))
  const typeOf = (symbol) => checker.getTypeOfSymbolAtLocation(symbol, methods)
  function namesIn(method, part) {
    const symbol = propertiesOf(typeOf(method)).find(({ name }) => name === part)
    return symbol ? propertiesOf(typeOf(symbol)).filter(isNamed).map(nameOf) : []
  }

  return new Map(
    propertiesOf(checker.getTypeAtLocation(methods)).map((method) => [
      method.name,
      {
        says: ts.displayPartsToString(method.getDocumentationComment(checker)),
        takes: namesIn(method, 'args'),
        answers: namesIn(method, 'result'),
      },
    ]),
  )
}

/** References to earlier answers (`#ids`) go without saying, as RFC 8620 §3.7 has them for every argument. */
const isNamed = ({ name }) => !name.startsWith('#')
const nameOf = ({ name, flags }) => (flags & ts.SymbolFlags.Optional ? `${name}?` : name)
