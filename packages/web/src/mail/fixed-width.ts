/** Whose plain text is shown in letters of one width, remembered on this device. */
const shelfKey = 'plmail-fixed-width'
/** Oldest forgotten first. */
const mostSenders = 200

function senders(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(shelfKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function isFixedWidth(address: string): boolean {
  return senders().includes(address.toLowerCase())
}

export function setFixedWidth(address: string, isFixed: boolean): void {
  const others = senders().filter((one) => one !== address.toLowerCase())
  const kept = isFixed ? [...others, address.toLowerCase()] : others
  localStorage.setItem(shelfKey, JSON.stringify(kept.slice(-mostSenders)))
}
