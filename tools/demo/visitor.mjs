import { setTimeout as sleep } from 'node:timers/promises'

/** Who signs in to the demo. Everybody on this machine may know the password, and nobody else gets here. */
export const user = {
  name: 'Nora Lindqvist',
  email: 'nora@plmail.example',
  password: 'welcome to the demo',
}

const accounts = { provA: 'nora.lindqvist@gmail.example', provB: 'nora@larkfield.example' }

/** Throws once nobody is to be waited for any more. */
export async function waitUntilReady(address, isOver) {
  for (;;) {
    const reply = await fetch(`${address}/healthz`, { signal: isOver }).catch(() => undefined)
    if (reply?.ok) return
    await sleep(100, undefined, { signal: isOver })
  }
}

/** Fills in the set-up page; answers a browser that is signed in. */
export async function setUp(address) {
  const visitor = browserAt(address)
  // The time zone is that of the browser that is first to sign in.
  const form = { ...user, publicUrl: address, locale: 'en-GB' }
  await expectRedirect(await visitor.request('/install', { form }))
  return visitor
}

/** Switches the assistant on for all accounts: in the demo it is a made-up model that nothing leaves this machine for. */
export async function switchAssistantOn(visitor) {
  const choices = await (await visitor.request('/api/assistant')).json()
  const json = { isOn: true, accountIds: choices.accounts.map(({ id }) => id) }
  const reply = await visitor.request('/api/assistant', { json })
  if (!reply.ok) throw new Error(`/api/assistant answered ${reply.status}`)
}

/** Goes to the provider, agrees to what is asked there, and comes back. */
export async function signInTo(visitor, { provider }) {
  const consent = new URL(await expectRedirect(await visitor.request(`/oauth/${provider}/connect`)))
  const agreed =
    provider === 'provA'
      ? { account: accounts.provA, decision: 'allow' }
      : { ...Object.fromEntries(consent.searchParams), email: accounts.provB, decision: 'accept' }
  if (provider === 'provB') consent.search = ''
  const body = new URLSearchParams(agreed)
  const back = new URL(
    await expectRedirect(await fetch(consent, { method: 'POST', body, redirect: 'manual' })),
  )
  await expectRedirect(await visitor.request(back.pathname + back.search))
}

function browserAt(address) {
  const cookies = new Map()
  return {
    async request(path, { form, json } = {}) {
      const reply = await fetch(address + path, {
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          'sec-fetch-site': 'same-origin',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(json && { 'content-type': 'application/json' }),
        },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
        ...(json && { method: 'POST', body: JSON.stringify(json) }),
      })
      for (const line of reply.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)
        cookies.set(name, value)
      }
      return reply
    },
  }
}

async function expectRedirect(reply) {
  const location = reply.headers.get('location')
  if (location === null)
    throw new Error(`${new URL(reply.url).pathname} answered ${reply.status}: ${saidOn(await reply.text())}`)
  return location
}

/** What a page says, without its markup. */
const saidOn = (page) =>
  (/<main[^>]*>([^]*)<\/main>/.exec(page)?.[1] ?? page)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500)
