/** The senders whose plain text is shown in a monospaced font, remembered on this device. */
const storageKey = 'plmail-fixed-width'
/** Oldest forgotten first. */
const maxSenders = 200

function senders(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : []
  } catch {
    return []
  }
}

export function isFixedWidth(address: string): boolean {
  return senders().includes(address.toLowerCase())
}

export function setFixedWidth(address: string, isFixed: boolean): void {
  const otherSenders = senders().filter((sender) => sender !== address.toLowerCase())
  const updated = isFixed ? [...otherSenders, address.toLowerCase()] : otherSenders
  localStorage.setItem(storageKey, JSON.stringify(updated.slice(-maxSenders)))
}
