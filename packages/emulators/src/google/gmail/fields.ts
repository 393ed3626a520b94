/** Reading of request bodies that the schema table has already judged: what is not as expected counts as absent. */
type Body = unknown

function member(body: Body, name: string): unknown {
  return typeof body === 'object' && body !== null
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined
}

export function textIn(body: Body, name: string): string | undefined {
  const value = member(body, name)
  return typeof value === 'string' ? value : undefined
}

export function textsIn(body: Body, name: string): string[] {
  const value = member(body, name)
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export function objectIn(body: Body, name: string): unknown {
  const value = member(body, name)
  return typeof value === 'object' && value !== null ? value : undefined
}

/** One of these, whatever its case. */
export function oneOf<Member extends string>(
  body: Body,
  name: string,
  members: readonly Member[],
): Member | undefined {
  const value = textIn(body, name)?.toLowerCase()
  return members.find((candidate) => candidate.toLowerCase() === value)
}
