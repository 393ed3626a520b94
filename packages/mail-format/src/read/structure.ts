import { isMultipart, type MimePart, type MimeTree } from './tree.ts'

/** The stored form of a tree: one-letter keys, defaults left out. Written to message_body.structure. */
interface StoredTree {
  v: 1
  p: StoredPart
}

interface StoredPart {
  /** start, bodyStart, end, size */
  o: [number, number, number, number]
  t: string
  c?: string
  d?: string
  n?: string
  i?: string
  l?: string[]
  u?: string
  e?: string
  p?: StoredPart[]
}

/** A tree as plain JSON. With it and the raw bytes nothing of a message needs parsing again. */
export function toStructure(tree: MimeTree): unknown {
  return { v: 1, p: toStoredPart(tree.root) } satisfies StoredTree
}

/** The tree `structureOf` wrote; throws for JSON it cannot have written. */
export function toTree(structure: unknown): MimeTree {
  const { v, p } = structure as Partial<StoredTree>
  if (v !== 1 || !p) throw new Error('message structure of an unknown version')
  return { root: restored(p, '') }
}

function toStoredPart(part: MimePart): StoredPart {
  return {
    o: [part.start, part.bodyStart, part.end, part.size],
    t: part.type,
    ...(part.charset === null ? {} : { c: part.charset }),
    ...(part.disposition === null ? {} : { d: part.disposition }),
    ...(part.name === null ? {} : { n: part.name }),
    ...(part.cid === null ? {} : { i: part.cid }),
    ...(part.language === null ? {} : { l: part.language }),
    ...(part.location === null ? {} : { u: part.location }),
    ...(part.encoding === '7bit' ? {} : { e: part.encoding }),
    ...(isMultipart(part) ? { p: part.subParts.map(toStoredPart) } : {}),
  }
}

function restored(from: StoredPart, path: string): MimePart {
  const [start, bodyStart, end, size] = from.o
  return {
    partId: from.p ? null : path || '1',
    type: from.t,
    charset: from.c ?? null,
    disposition: from.d ?? null,
    name: from.n ?? null,
    cid: from.i ?? null,
    language: from.l ?? null,
    location: from.u ?? null,
    encoding: from.e ?? '7bit',
    size,
    start,
    bodyStart,
    end,
    subParts: (from.p ?? []).map((part, index) => restored(part, join(path, index))),
  }
}

function join(path: string, index: number): string {
  return path === '' ? String(index + 1) : `${path}.${index + 1}`
}
