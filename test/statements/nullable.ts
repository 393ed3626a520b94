import { type Tree, type TreeNode, isNode, readList, getNodes } from './node-tree.ts'

/** The facts of the catalogue and of the call that the rule needs. */
export interface NullFacts {
  /** `relid.attnum` of each column that is declared not null. */
  notNull: ReadonlySet<string>
  /** By oid of the function. */
  functions: ReadonlyMap<string, { name: string; isStrict: boolean }>
  /** Whether `$n` is never null, and, for an array, whether its items never are. */
  parameter(number: number): { isNotNull: boolean; areItemsNotNull: boolean }
}

/** Strict functions that answer null to values that are not. */
const maybeNull =
  /^(json.*_(object_field|array_element|extract_path|path_query_first)(_text)?|jsonb?_object_field|array_(length|upper|lower|position|ndims)|textregexsubstr|substring|regexp_(match|substr)|to_reg.*|jsonb_path_.*|obj_description|pg_get_.*|lag|lead|first_value|last_value|nth_value|array_subscript_handler|inet_.*|string_to_array|max|min|date_bin|pg_input_.*)$/

/** Functions that take null and never answer it. */
const neverNull =
  /^(concat|concat_ws|jsonb?_build_object|jsonb?_build_array|num_nulls|num_nonnulls|array_append|array_prepend|array_cat|array_remove|array_replace|format|count|row_number|rank|dense_rank|ntile|percent_rank|cume_dist|quote_nullable)$/

const setReturningNeverNull =
  /^(generate_series|jsonb?_object_keys|jsonb?_array_elements|string_to_table|regexp_split_to_table|generate_subscripts)$/

interface Scope {
  query: TreeNode
  outer?: Scope
  /** Relations that an outer join may leave empty. */
  maybeAbsent: ReadonlySet<number>
  /** `varno.attno` that a condition proves. */
  proven: ReadonlySet<string>
  /** Queries under way, so that a recursive one does not ask itself. */
  asked: ReadonlySet<string>
}

const number = (tree: Tree | undefined): number => Number(tree)

/** For each column of what a statement answers, whether it can be null. */
export function nullableColumns(query: TreeNode, facts: NullFacts): boolean[] {
  return new NullRule(facts).columns(query, undefined)
}

class NullRule {
  readonly #facts: NullFacts
  constructor(facts: NullFacts) {
    this.#facts = facts
  }

  columns(query: TreeNode, outer: Scope | undefined): boolean[] {
    return answered(query).map((_, index) => this.#column(query, index, outer, new Set()))
  }

  #column(query: TreeNode, index: number, outer: Scope | undefined, asked: ReadonlySet<string>): boolean {
    const branches = isNode(query.fields['setOperations']) ? leaves(query.fields['setOperations']) : undefined
    const scope = this.#scope(query, outer, asked)
    if (branches)
      return branches.some((rtindex) => {
        const inner = relation(query, rtindex)?.fields['subquery']
        return !isNode(inner) || this.#column(inner, index, scope, asked)
      })
    const expression = answered(query)[index]?.fields['expr']
    return this.#canBeNull(expression, scope)
  }

  #scope(query: TreeNode, outer: Scope | undefined, asked: ReadonlySet<string>): Scope {
    const from = query.fields['jointree']
    const proven = new Set<string>()
    const maybeAbsent = new Set<number>()
    if (isNode(from)) {
      this.#prove(from.fields['quals'], proven)
      for (const item of getNodes(from.fields['fromlist']))
        this.#join(item, { isInner: true }, proven, maybeAbsent)
    }
    for (const key of proven) if (/^\d+\.\d+$/.test(key)) maybeAbsent.delete(Number(key.split('.')[0]))
    return { query, maybeAbsent, proven, asked, ...(outer ? { outer } : {}) }
  }

  #join(item: TreeNode, side: { isInner: boolean }, proven: Set<string>, maybeAbsent: Set<number>): void {
    if (item.kind !== 'JOINEXPR') {
      if (!side.isInner) maybeAbsent.add(number(item.fields['rtindex']))
      return
    }
    const { larg, rarg, jointype, quals, rtindex } = item.fields
    if (!side.isInner) maybeAbsent.add(number(rtindex))
    const keepsLeft = jointype === '0' || jointype === '1'
    const keepsRight = jointype === '0' || jointype === '3'
    if (side.isInner && jointype === '0') this.#prove(quals, proven)
    if (isNode(larg)) this.#join(larg, { isInner: side.isInner && keepsLeft }, proven, maybeAbsent)
    if (isNode(rarg)) this.#join(rarg, { isInner: side.isInner && keepsRight }, proven, maybeAbsent)
  }

  /** Adds the columns that cannot be null where `condition` holds. */
  #prove(condition: Tree | undefined, proven: Set<string>): void {
    if (!isNode(condition)) {
      for (const item of readList(condition)) this.#prove(item, proven)
      return
    }
    const { kind, fields } = condition
    if (kind === 'BOOLEXPR' && fields['boolop'] === 'and') this.#prove(fields['args'], proven)
    else if (kind === 'BOOLEXPR' && fields['boolop'] === 'or')
      this.#proveEach(readList(fields['args']), proven)
    else if (kind === 'BOOLEXPR') this.#strictly(fields['args'], proven)
    else if (kind === 'NULLTEST' && fields['nulltesttype'] === '1') this.#strictly(fields['arg'], proven)
    else if (kind === 'SUBLINK' && fields['subLinkType'] === '2') this.#strictly(fields['testexpr'], proven)
    else this.#strictly(condition, proven)
  }

  #proveEach(ways: readonly Tree[], proven: Set<string>): void {
    const each = ways.map((way) => {
      const bySide = new Set<string>()
      this.#prove(way, bySide)
      return bySide
    })
    for (const key of each[0] ?? []) if (each.every((side) => side.has(key))) proven.add(key)
  }

  /** Adds the columns without which `tree` would be null itself. */
  #strictly(tree: Tree | undefined, proven: Set<string>): void {
    if (!isNode(tree)) {
      for (const item of readList(tree)) this.#strictly(item, proven)
      return
    }
    const { kind, fields } = tree
    proven.add(getKey(tree))
    if (kind === 'VAR') {
      if (fields['varlevelsup'] === '0')
        proven.add(`${String(fields['varno'])}.${String(fields['varattno'])}`)
    } else if (kind === 'RELABELTYPE' || kind === 'COERCEVIAIO' || kind === 'ARRAYCOERCEEXPR')
      this.#strictly(fields['arg'], proven)
    else if (kind === 'SCALARARRAYOPEXPR') this.#strictly(readList(fields['args'])[0], proven)
    else if (kind === 'OPEXPR' || kind === 'FUNCEXPR') {
      const oid = String(fields[kind === 'OPEXPR' ? 'opfuncid' : 'funcid'])
      if (this.#facts.functions.get(oid)?.isStrict) this.#strictly(fields['args'], proven)
    }
  }

  #canBeNull(tree: Tree | undefined, scope: Scope): boolean {
    if (!isNode(tree)) return true
    if (scope.proven.has(getKey(tree))) return false
    const { kind, fields } = tree
    const any = (trees: Tree | undefined) => readList(trees).some((item) => this.#canBeNull(item, scope))
    const every = (trees: Tree | undefined) => readList(trees).every((item) => this.#canBeNull(item, scope))
    switch (kind) {
      case 'VAR':
        return this.#variable(tree, scope)
      case 'CONST':
        return fields['constisnull'] === 'true'
      case 'PARAM':
        return fields['paramkind'] !== '0' || !this.#facts.parameter(number(fields['paramid'])).isNotNull
      case 'COALESCEEXPR':
      case 'COALESCE':
      case 'MINMAXEXPR':
      case 'MINMAX':
        return every(fields['args'])
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'ARRAYEXPR':
      case 'ARRAY':
      case 'ROWEXPR':
      case 'ROW':
      case 'SQLVALUEFUNCTION':
      case 'XMLEXPR':
        return false
      case 'BOOLEXPR':
        return this.#booleans(tree, scope)
      case 'SCALARARRAYOPEXPR':
        return any(fields['args'])
      case 'RELABELTYPE':
      case 'COERCEVIAIO':
      case 'ARRAYCOERCEEXPR':
      case 'COLLATEEXPR':
      case 'COLLATE':
      case 'CONVERTROWTYPEEXPR':
        return this.#canBeNull(fields['arg'], scope)
      case 'CASEEXPR':
      case 'CASE':
        return (
          this.#canBeNull(fields['defresult'], scope) ||
          getNodes(fields['args']).some((when) => this.#canBeNull(when.fields['result'], scope))
        )
      case 'OPEXPR':
        return this.#call(String(fields['opfuncid']), fields['args'], scope)
      case 'FUNCEXPR':
        return this.#call(String(fields['funcid']), fields['args'], scope)
      case 'WINDOWFUNC':
        return !neverNull.test(this.#facts.functions.get(String(fields['winfnoid']))?.name ?? '')
      case 'AGGREF':
        return this.#aggregate(tree, scope)
      case 'SUBSCRIPTINGREF':
        return !this.#isFirstOfGroup(tree, scope)
      case 'SUBLINK':
        return this.#subquery(tree, scope)
      default:
        return true
    }
  }

  /** In `x is null or …` the rest counts only where x is not null; in `x is not null and …` likewise. */
  #booleans({ fields }: TreeNode, scope: Scope): boolean {
    const proven = new Set(scope.proven)
    const test = fields['boolop'] === 'or' ? '0' : '1'
    for (const item of getNodes(fields['args']))
      if (item.kind === 'NULLTEST' && item.fields['nulltesttype'] === test && fields['boolop'] !== 'not')
        this.#strictly(item.fields['arg'], proven)
    return readList(fields['args']).some((item) => this.#canBeNull(item, { ...scope, proven }))
  }

  #call(oid: string, values: Tree | undefined, scope: Scope): boolean {
    const called = this.#facts.functions.get(oid)
    if (!called) return true
    if (setReturningNeverNull.test(called.name)) return false
    if (neverNull.test(called.name)) return false
    if (!called.isStrict || maybeNull.test(called.name)) return true
    if (called.name === 'unnest') return this.#itemsCanBeNull(readList(values)[0])
    return readList(values).some((value) => this.#canBeNull(value, scope))
  }

  #itemsCanBeNull(array: Tree | undefined): boolean {
    if (!isNode(array)) return true
    if (array.kind === 'PARAM') return !this.#facts.parameter(number(array.fields['paramid'])).areItemsNotNull
    // our own columns hold arrays without nulls in them
    return !(array.kind === 'VAR' || array.kind === 'CONST' || array.kind === 'AGGREF')
  }

  #aggregate({ fields }: TreeNode, scope: Scope): boolean {
    const name = this.#facts.functions.get(String(fields['aggfnoid']))?.name ?? ''
    if (neverNull.test(name)) return false
    // a group has at least one row
    const isGrouped = getNodes(scope.query.fields['groupClause']).length > 0
    const values = getNodes(fields['args'])
    const isAlways = isGrouped && fields['aggfilter'] === null
    return (
      !isAlways ||
      (!/array_agg|json/.test(name) && values.some(({ fields: { expr } }) => this.#canBeNull(expr, scope)))
    )
  }

  /** `(array_agg(x))[1]` of a group: it has a first row. */
  #isFirstOfGroup({ fields }: TreeNode, scope: Scope): boolean {
    const list = fields['refexpr']
    if (!isNode(list) || list.kind !== 'AGGREF' || list.fields['aggfilter'] !== null) return false
    const isGrouped = getNodes(scope.query.fields['groupClause']).length > 0
    const name = this.#facts.functions.get(String(list.fields['aggfnoid']))?.name
    const [item] = getNodes(list.fields['args'])
    return isGrouped && name === 'array_agg' && !this.#canBeNull(item?.fields['expr'], scope)
  }

  /** EXISTS (0), = ANY (2), the value of a subquery (4), ARRAY (6): `SubLinkType` in primnodes.h. */
  #subquery({ fields }: TreeNode, scope: Scope): boolean {
    const inner = fields['subselect']
    if (fields['subLinkType'] === '0' || fields['subLinkType'] === '6') return false
    if (!isNode(inner)) return true
    const column = this.#column(inner, 0, scope, scope.asked)
    if (fields['subLinkType'] === '2') return column
    const isOneRow =
      (inner.fields['hasAggs'] === 'true' &&
        getNodes(inner.fields['groupClause']).length === 0 &&
        !isNode(inner.fields['havingQual'])) ||
      (getNodes(getFromClause(inner)).length === 0 &&
        !isNode(getWhereClause(inner)) &&
        inner.fields['commandType'] === '1' &&
        inner.fields['setOperations'] === null)
    return column || !isOneRow
  }

  #variable({ fields }: TreeNode, from: Scope): boolean {
    let scope: Scope | undefined = from
    for (let up = number(fields['varlevelsup']); up > 0; up--) scope = scope?.outer
    if (!scope) return true
    const varno = number(fields['varno'])
    const attno = number(fields['varattno'])
    if (scope.proven.has(`${varno}.${attno}`)) return false
    if (scope.maybeAbsent.has(varno)) return true
    const source = relation(scope.query, varno)
    return !source || this.#columnOf(source, attno, scope)
  }

  #columnOf({ fields }: TreeNode, attno: number, scope: Scope): boolean {
    const { rtekind } = fields
    if (rtekind === '0')
      return attno > 0 ? !this.#facts.notNull.has(`${String(fields['relid'])}.${attno}`) : false
    if (rtekind === '1' && isNode(fields['subquery']))
      return this.#column(fields['subquery'], attno - 1, scope, scope.asked)
    if (rtekind === '2') return this.#canBeNull(readList(fields['joinaliasvars'])[attno - 1], scope)
    if (rtekind === '3') return this.#functionColumn(fields, attno, scope)
    if (rtekind === '5')
      return readList(fields['values_lists']).some((row) => this.#canBeNull(readList(row)[attno - 1], scope))
    if (rtekind === '6') return this.#withColumn(fields, attno, scope)
    if (rtekind === '9') return this.#canBeNull(readList(fields['groupexprs'])[attno - 1], scope)
    return true
  }

  #functionColumn(fields: TreeNode['fields'], attno: number, scope: Scope): boolean {
    let first = 1
    for (const { fields: source } of getNodes(fields['functions'])) {
      const columns = number(source['funccolcount'])
      if (attno < first + columns) return columns !== 1 || this.#canBeNull(source['funcexpr'], scope)
      first += columns
    }
    return fields['funcordinality'] !== 'true'
  }

  #withColumn(fields: TreeNode['fields'], attno: number, from: Scope): boolean {
    let scope: Scope | undefined = from
    for (let up = number(fields['ctelevelsup']); up > 0; up--) scope = scope?.outer
    const named = getNodes(scope?.query.fields['cteList']).find(
      (cte) => cte.fields['ctename'] === fields['ctename'],
    )
    const query = named?.fields['ctequery']
    const key = `${String(fields['ctename'])}.${attno}`
    // A recursive query cannot hold what neither its start nor its step brings.
    if (fields['self_reference'] === 'true' && from.asked.has(key)) return false
    return !isNode(query) || this.#column(query, attno - 1, scope, new Set([...from.asked, key]))
  }
}

/** An expression by its words; where it stands in the text is none of them. */
const getKey = (tree: TreeNode): string =>
  JSON.stringify(tree, (name, value: unknown) => (name === 'location' ? undefined : value))

const relation = (query: TreeNode, index: number) => getNodes(query.fields['rtable'])[index - 1]

function getFromClause(query: TreeNode): Tree | undefined {
  const from = query.fields['jointree']
  return isNode(from) ? from.fields['fromlist'] : undefined
}

function getWhereClause(query: TreeNode): Tree | undefined {
  const from = query.fields['jointree']
  return isNode(from) ? from.fields['quals'] : undefined
}

/** The entries that a query answers: what it selects, or what a write returns. */
function answered({ fields }: TreeNode): TreeNode[] {
  const list = fields['commandType'] === '1' ? fields['targetList'] : fields['returningList']
  return getNodes(list).filter((entry) => entry.fields['resjunk'] !== 'true')
}

/** The relations whose rows a set operation hands on; of EXCEPT only the left one's. */
function leaves(operation: Tree | undefined): number[] {
  if (!isNode(operation)) return []
  if (operation.kind === 'RANGETBLREF') return [number(operation.fields['rtindex'])]
  const right = operation.fields['op'] === '3' ? [] : leaves(operation.fields['rarg'])
  return [...leaves(operation.fields['larg']), ...right]
}
