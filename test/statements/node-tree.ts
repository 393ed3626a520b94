/** A node of a parse tree as PostgreSQL prints it (`pg_node_tree`, src/backend/nodes/outfuncs.c). */
export interface TreeNode {
  kind: string
  fields: Readonly<Record<string, Tree>>
}
export type Tree = TreeNode | string | readonly Tree[] | null

export function isNode(tree: Tree | undefined): tree is TreeNode {
  return typeof tree === 'object' && tree !== null && 'kind' in tree
}

export function readList(tree: Tree | undefined): readonly Tree[] {
  return Array.isArray(tree) ? tree : []
}

export function getNodes(tree: Tree | undefined): TreeNode[] {
  return readList(tree).filter(isNode)
}

/** Reads one tree: `{KIND :field value …}` a node, `(…)` a list, `<>` nothing, all else a word. */
export function readTree(text: string): Tree {
  const words = text.match(/"(?:\\.|[^"\\])*"|[{}()[\]]|(?:\\.|[^\s{}()[\]\\])+/gs) ?? []
  let at = 0
  const value = (): Tree => {
    const word = words[at++]
    if (word === undefined) throw new Error('The tree ends in its middle')
    if (word === '{') return node()
    if (word === '(') return list(')')
    if (word === '[') return list(']')
    return word === '<>' ? null : word.startsWith('"') ? word.slice(1, -1) : word
  }
  const list = (end: string): Tree[] => {
    const items: Tree[] = []
    while (words[at] !== end) items.push(value())
    at++
    return items
  }
  const node = (): TreeNode => {
    const kind = words[at++] ?? ''
    const fields: Record<string, Tree> = {}
    while (words[at] !== '}') {
      const name = (words[at++] ?? '').slice(1)
      const values: Tree[] = []
      while (words[at] !== '}' && !words[at]?.startsWith(':')) values.push(value())
      fields[name] = values.length === 1 ? (values[0] ?? null) : values
    }
    at++
    return { kind, fields }
  }
  return value()
}
