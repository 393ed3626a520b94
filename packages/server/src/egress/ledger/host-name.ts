/** The longest name that the domain name system has (RFC 1035 §2.3.4). */
const maxLength = 253

/** Stands for all further hosts of an hour in which there were very many. */
export const furtherHosts = '*'

/** A host as it is written down: strangers choose it, so it has one line, one spelling and an end. */
export function toHostName(host: string): string {
  const name = host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/[^\p{L}\p{N}.:_-]/gu, '?')
    .slice(0, maxLength)
  return name === '' ? '?' : name
}

/** An address that sent pictures, likewise. */
export function toSender(sender: string): string {
  return sender
    .toLowerCase()
    .replace(/[\p{C}\p{Z}]/gu, '?')
    .slice(0, maxLength)
}
