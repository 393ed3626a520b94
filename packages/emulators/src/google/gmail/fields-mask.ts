/** The part of a reply that `fields` asks for: `messages(id,threadId),nextPageToken`, `a/b`, `*` [D]. */
export function onlyFields(mask: string, value: unknown): unknown {
  return pick(readMask(mask), value)
}

type Mask = Map<string, Mask>

function readMask(text: string): Mask {
  let at = 0
  return readList()

  function readList(): Mask {
    const mask: Mask = new Map()
    while (at < text.length && text[at] !== ')') {
      const [name = ''] = /^[^,/()]*/.exec(text.slice(at)) ?? []
      at += name.length
      mask.set(name.trim(), readBelow())
      if (text[at] === ',') at++
      else if (text[at] !== ')') break
    }
    return mask
  }
  function readBelow(): Mask {
    const sign = text[at]
    if (sign === '(') {
      at++
      const below = readList()
      at++
      return below
    }
    if (sign !== '/') return new Map()
    at++
    const [name = ''] = /^[^,/()]*/.exec(text.slice(at)) ?? []
    at += name.length
    return new Map([[name.trim(), readBelow()]])
  }
}

function pick(mask: Mask, value: unknown): unknown {
  if (mask.size === 0) return value
  if (Array.isArray(value)) return value.map((item) => pick(mask, item))
  if (typeof value !== 'object' || value === null) return value
  const picked: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    const below = mask.get(name) ?? mask.get('*')
    if (below) picked[name] = pick(below, member)
  }
  return picked
}
