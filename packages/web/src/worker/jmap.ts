import { capability, type Invocation, type JmapResponse } from '@plmail/wire'

const { core, mail, journal, reminders } = capability

export type MethodCall = readonly [name: string, args: Record<string, unknown>]

/**
 * Calls methods with a token of its own, made from the session's cookie; the answers in their order, undefined for a call
 * that failed. Throws when the server cannot be asked.
 */
export async function callMethods(
  calls: readonly MethodCall[],
): Promise<(Record<string, unknown> | undefined)[]> {
  const { token } = (await answered(await fetch('/api/session/token', { method: 'POST' }))) as {
    token: string
  }
  const methodCalls = calls.map(([name, args], index): Invocation => [name, args, String(index)])
  const response = await fetch('/jmap/api', {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ using: [core, mail, journal, reminders], methodCalls }),
  })
  const { methodResponses } = (await answered(response)) as JmapResponse
  return calls.map(
    ([name], index) => methodResponses.find(([answer, , id]) => answer === name && id === String(index))?.[1],
  )
}

async function answered(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`answered ${String(response.status)}`)
  return response.json()
}
