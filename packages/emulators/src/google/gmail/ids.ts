import { createHash, createHmac } from 'node:crypto'
import { seeded } from '../../random/seeded.ts'

/** Ids with the properties that clients trip over, all following from the seed. */
export interface GmailIds {
  /** 16 lower-case hex digits, rising with time. */
  message(at: Date): string
  label(): string
  /** `r-123…` or `r123…` [F]. */
  draft(): string
  /** The next history id: 19 digits, too long for a float, with gaps. */
  history(): bigint
  /** A different one each time for the same part [F]; `part` is its partId. */
  attachment(messageId: string, part: string): string
  readAttachment(messageId: string, id: string): string | undefined
  /** Opaque; carries what it was made for. */
  seal(content: unknown): string
  /** `undefined` when it was not sealed here. */
  unseal(token: string): unknown
  /** For ids and what else follows from what happened to the mailbox. */
  random(): number
  /** For what follows from how it was asked, which must not change the ids to come. */
  noise(): number
}

/** Signs behind what is sealed. */
const macLength = 22

/** Just below 2^63: the next power a careless client stores them in would already be negative. */
const firstHistory = 2n ** 63n - 10n ** 13n

export function createIds(seed: string): GmailIds {
  const random = seeded(seed)
  const noise = seeded(`${seed} noise`)
  const key = createHash('sha256').update(seed).digest()
  const below = (end: number): number => Math.floor(random() * end)
  const digits = (count: number): string => Array.from({ length: count }, () => below(10)).join('')
  const mac = (text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, macLength)
  let history = firstHistory + BigInt(below(1_000_000))
  let labels = below(30)
  let lastMessage = 0n

  const seal = (content: unknown): string => {
    const text = Buffer.from(JSON.stringify(content)).toString('base64url')
    return text + mac(text)
  }
  const unseal = (token: string): unknown => {
    const text = token.slice(0, -macLength)
    if (token.slice(-macLength) !== mac(text) || text === '') return undefined
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  }
  return {
    random,
    noise,
    message(at) {
      const number = (BigInt(at.getTime()) << 20n) + BigInt(below(2 ** 20))
      lastMessage = number > lastMessage ? number : lastMessage + 1n + BigInt(below(99))
      return lastMessage.toString(16).padStart(16, '0')
    },
    label() {
      labels += 1 + below(5)
      return `Label_${labels}`
    },
    draft: () => `r${random() < 0.5 ? '-' : ''}${1 + below(9)}${digits(18)}`,
    history() {
      history += 1n + BigInt(below(200))
      return history
    },
    attachment: (messageId, part) => `ANGjdJ${seal([messageId, part, noise(), noise()])}`,
    readAttachment(messageId, id) {
      const content = unseal(id.replace(/^ANGjdJ/, ''))
      return Array.isArray(content) && content[0] === messageId ? String(content[1]) : undefined
    },
    seal,
    unseal,
  }
}
