import { capability, type Invocation, type JmapResponse } from '@plmail/wire'

const { core, mail, journal } = capability

/** Calls methods with a token of its own, made from the session's cookie; the answers in their order. Throws when any fails. */
export async function callMethods(
  calls: readonly [string, Record<string, unknown>][],
): Promise<Record<string, unknown>[]> {
  const { token } = (await answered(await fetch('/api/session/token', { method: 'POST' }))) as {
    token: string
  }
  const methodCalls = calls.map(([name, args], index): Invocation => [name, args, String(index)])
  const response = await fetch('/jmap/api', {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ using: [core, mail, journal], methodCalls }),
  })
  const { methodResponses } = (await answered(response)) as JmapResponse
  return calls.map(([name], index) => {
    const found = methodResponses.find(([answer, , id]) => answer === name && id === String(index))
    if (!found) throw new Error(`${name} was not answered`)
    return found[1]
  })
}

async function answered(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`answered ${String(response.status)}`)
  return response.json()
}
