import type { Alone } from './measure.ts'
import { percentile, type Row, short } from './rows.ts'

/**
 * What this server may take of what Cyrus takes, by operation; undefined where nothing was promised. That of one flag
 * and of a thread open is our own choice (docs/performance.md). What Cyrus does not know is not here: our own methods, and searches for parts of words, which it answers with nothing.
 */
const shares = new Map<string, number | undefined>([
  ['Core/echo', undefined],
  ['all mailboxes', undefined],
  ['Inbox page of 50, with total', 0.5],
  ['random deep page', 0.5],
  ['page, every message', 0.5],
  ['page and all mail of its threads', 0.5],
  ['thread open with bodies', 0.8],
  ['starred, everywhere', 0.7],
  ['unread in the Inbox', 0.7],
  ['attachments since a date', 0.7],
  ['search: common word', 0.3],
  ['search: words of a subject', 0.7],
  ['search: phrase in a subject', 0.7],
  ['search: word that is nowhere', 0.7],
  ['search: two words in the Inbox', 0.7],
  ['search: sender’s host', 0.7],
  ['search: list', 0.7],
  ['set one flag', 0.8],
  ['set 100 flags', 0.6],
  ['changes after a change', 0.5],
  ['idle poll of three /changes', 0.5],
])

/** Cyrus's own highest with 20,000 messages; ours may take as much without its database. */
const memoryMiB = 220

/** The operations to compare, by name. */
export const bothKnow = (): string[] => [...shares.keys()]

/** A remark when the two did not find the same, so that nobody compares different work unawares. */
export function agreement(ours: number | undefined, cyrus: number | undefined): string {
  return ours === cyrus ? '' : `; found ${ours ?? 'nothing'} against ${cyrus ?? 'nothing'}`
}

export function ratioRows(what: string, ours: Alone, cyrus: Alone, remark: string): Row[] {
  const [our50, cyrus50] = [ours, cyrus].map(({ walls }) => percentile(walls, 0.5)) as [number, number]
  return [
    ratio(`${what}, CPU`, ours.cpuMs, cyrus.cpuMs, shares.get(what), `ms CPU${remark}`),
    ratio(`${what}, p50`, our50, cyrus50, shares.get(what), 'ms'),
  ]
}

function ratio(what: string, ours: number, cyrus: number, share: number | undefined, unit: string): Row {
  return {
    what,
    value: ours / cyrus,
    unit: '×',
    ...(share === undefined ? {} : { budget: { atMost: share } }),
    note: `${short(ours)} against ${short(cyrus)} ${unit}`,
  }
}

export function memoryRow(ours: readonly number[], cyrus: readonly number[], database: number): Row {
  return {
    what: 'memory without the database, highest',
    value: Math.max(...ours),
    unit: 'MiB',
    budget: { atMost: memoryMiB },
    note: `and ${short(database)} the database; Cyrus ${short(Math.max(...cyrus))}`,
  }
}
