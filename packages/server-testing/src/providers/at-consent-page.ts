/** What a person does on a consent page; answers where it sends the browser. */
export async function atConsentPage(url: string, form: Record<string, string | string[]>): Promise<URL> {
  const body = new URLSearchParams()
  for (const [name, values] of Object.entries(form))
    for (const value of [values].flat()) body.append(name, value)
  const reply = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const location = reply.headers.get('location')
  if (location === null) throw new Error(`The page answered ${reply.status}: ${await reply.text()}`)
  return new URL(location)
}
