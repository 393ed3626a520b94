import { isIP } from 'node:net'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { Outbound } from '../../safety/index.ts'
import { hostName } from '../check-form.ts'
import type { ServerSettings } from '../types.ts'

/** A way out on behalf of whoever looks. */
export type AskDomain = (purpose: 'discovery', url: string) => ReturnType<Outbound>

export interface Published {
  imap: ServerSettings
  smtp: ServerSettings
  username: string
}

/**
 * Reads the settings that a domain publishes in Thunderbird's format; the request omits the address, which is private.
 * `switched-off`: an administrator does not allow to ask.
 */
export async function autoconfig(
  outbound: AskDomain,
  address: string,
  domain: string,
): Promise<Published | 'switched-off' | undefined> {
  const places = [
    `https://autoconfig.${domain}/mail/config-v1.1.xml`,
    `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`,
  ]
  const answers = await Promise.all(places.map((url) => outbound('discovery', url)))
  if (answers.some((answer) => !answer.ok && answer.why === 'switched-off')) return 'switched-off'
  for (const answer of answers) {
    if (!answer.ok || answer.response.status !== 200) continue
    const published = readAutoconfig(answer.response.body.toString('utf8'), address)
    if (published) return published
  }
  return undefined
}

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

// A real file has some sixty elements.
const maxNodes = 5000

/**
 * The first IMAP and SMTP server that take a password under TLS; undefined when the text offers none. Read with an
 * HTML parser: it knows no entities beyond characters and fetches nothing, and the format has no mixed-case twins.
 */
export function readAutoconfig(xml: string, address: string): Published | undefined {
  const elements = allElements(xml)
  const imap = firstUsable(elements, 'incomingserver', 'imap', address)
  const smtp = firstUsable(elements, 'outgoingserver', 'smtp', address)
  if (!imap || !smtp) return undefined
  return { imap: imap.server, smtp: smtp.server, username: imap.username }
}

function allElements(xml: string): Element[] {
  const waiting: Node[] = [...parse(xml.slice(0, 262_144)).childNodes]
  const elements: Element[] = []
  for (let node = waiting.shift(); node && elements.length < maxNodes; node = waiting.shift()) {
    if ('tagName' in node) elements.push(node)
    if ('childNodes' in node) waiting.unshift(...node.childNodes)
  }
  return elements
}

function firstUsable(elements: readonly Element[], tag: string, type: string, address: string) {
  const usable = elements
    .filter((element) => element.tagName === tag && attribute(element, 'type')?.toLowerCase() === type)
    .flatMap((element) => readServer(element, address) ?? [])
  return usable.find(({ server }) => server.encryption === 'tls') ?? usable[0]
}

function readServer(
  element: Element,
  address: string,
): { server: ServerSettings; username: string } | undefined {
  const values = (tag: string) =>
    element.childNodes
      .filter((child): child is Element => 'tagName' in child && child.tagName === tag)
      .map((child) => fillPlaceholders(getText(child), address))
  const [host = ''] = values('hostname').map(hostName)
  const port = Number(values('port')[0])
  const encryption = { ssl: 'tls', starttls: 'starttls' } as const
  const kind = values('sockettype')[0]?.toLowerCase()
  const methods = values('authentication')
  const takesPassword =
    methods.length === 0 || methods.some((method) => /^password-(cleartext|encrypted)$|^plain$/i.test(method))
  const isNamed = host.includes('.') && !isIP(host)
  if (!isNamed || !takesPassword || !(Number.isInteger(port) && port > 0 && port < 65_536)) return undefined
  if (kind !== 'ssl' && kind !== 'starttls') return undefined
  return { server: { host, port, encryption: encryption[kind] }, username: values('username')[0] || address }
}

function getText(element: Element): string {
  return element.childNodes
    .map((child) => ('value' in child ? child.value : ''))
    .join('')
    .trim()
    .slice(0, 500)
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value
}

function fillPlaceholders(text: string, address: string): string {
  const at = address.lastIndexOf('@')
  const values: Readonly<Record<string, string>> = {
    EMAILADDRESS: address,
    EMAILLOCALPART: address.slice(0, at),
    EMAILDOMAIN: address.slice(at + 1),
  }
  return text.replace(/%([A-Z]+)%/g, (whole, name: string) => values[name] ?? whole)
}
