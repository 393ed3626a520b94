import { ImapFlow } from 'imapflow'

/** `VANISHED (EARLIER) 1:3` as imapflow parses it: a list of words, then the set of UIDs. */
interface Vanished {
  attributes?: unknown[]
}

declare module 'imapflow' {
  interface ImapFlow {
    /** Not in imapflow's own types: the handler of VANISHED (RFC 7162 §3.2.10). */
    untaggedVanished(untagged: Vanished, mailbox?: unknown): Promise<void>
  }
}

/**
 * imapflow makes an event of each UID of a VANISHED, up to 16,777,216 of them in one turn of the event loop: an answer that names
 * every UID there can be (`1:4294967295`) would stop the process for a minute, timers and all. A folder has lost no UID that it
 * has not given yet, so what was lost earlier ends below UIDNEXT.
 */
export class ImapClient extends ImapFlow {
  override async untaggedVanished(untagged: Vanished, mailbox?: unknown): Promise<void> {
    const uidNext = this.mailbox ? this.mailbox.uidNext : 0
    const [words, uids] = untagged.attributes ?? []
    if (uidNext > 0 && Array.isArray(words) && hasValue(uids)) uids.value = uidsBelow(uids.value, uidNext)
    await super.untaggedVanished(untagged, mailbox)
  }
}

const hasValue = (token: unknown): token is { value: string } =>
  typeof token === 'object' && token !== null && 'value' in token && typeof token.value === 'string'

/** The part of a sequence set that lies below a UID. */
function uidsBelow(set: string, limit: number): string {
  const ranges = set.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split(':').map(Number)
    const low = Math.min(first, last)
    return low < limit ? [`${low}:${Math.min(Math.max(first, last), limit - 1)}`] : []
  })
  return ranges.join(',')
}
