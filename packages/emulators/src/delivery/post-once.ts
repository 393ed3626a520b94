/** The reply to one attempt; status 0 when none came. */
export interface Posted {
  status: number
  text: string
  /** Content type of the reply, as declared. */
  contentType?: string
}

/**
 * One POST, following no redirect: both providers take a redirect for a refusal [D]. An object goes as JSON, text as it
 * is; without a body an empty text/plain, as Graph's validation does.
 */
export async function postOnce(
  target: string,
  body: unknown,
  headers: Record<string, string>,
  timeout: number,
): Promise<Posted> {
  const type =
    body === undefined || typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json'
  try {
    const reply = await fetch(target, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': type, ...headers },
      body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    })
    const contentType = reply.headers.get('content-type') ?? ''
    return { status: reply.status, text: await reply.text(), contentType }
  } catch {
    // Refused, reset, unresolvable, too slow: to a provider they are one thing.
    return { status: 0, text: '' }
  }
}
