import type { Clock } from '../kit/clock.ts'
import { inSequence } from './in-sequence.ts'
import type { PackFolder } from './pack-folder.ts'

/** The place of a batch: its parts follow each other from `offset` on. */
export interface PackPlace {
  pack: string
  offset: number
}

/** Writes a small batch behind the ones before it, durably, with one sync. */
export type AppendToPack = (parts: readonly Buffer[]) => Promise<PackPlace>

/**
 * A pack goes as a whole once nothing in it is needed, so small ones give room back sooner; this many bytes are some
 * thousand messages.
 */
const fullBytes = 8 * 1024 * 1024
/** Far less than the day a sweep leaves a pack alone, so that it never takes one that may still grow. */
const maxMs = 6 * 3_600_000

interface Growing {
  name: string
  size: number
  since: number
}

/**
 * One pack that small batches share: a message that comes alone needs neither a file nor a folder entry of its own.
 * What is behind its last whole batch after a crash has no row and is never read.
 */
export function createGrowingPack(packs: PackFolder, clock: Clock): AppendToPack {
  const turn = inSequence()
  let growing: Growing | undefined
  const begin = async (): Promise<Growing> => ({
    name: await packs.begin(),
    size: 0,
    since: clock.now().getTime(),
  })
  const mayGrow = ({ size, since }: Growing): boolean => {
    const age = clock.now().getTime() - since
    return size < fullBytes && age >= 0 && age < maxMs
  }
  const append: AppendToPack = async (parts) => {
    const last = growing && mayGrow(growing) ? growing : await begin()
    growing = undefined // what a failed write leaves behind nobody knows
    const isThere = await packs.extend(last.name, last.size, parts)
    const pack = isThere ? last : await begin() // everything was erased
    if (!isThere) await packs.extend(pack.name, 0, parts)
    growing = { ...pack, size: pack.size + parts.reduce((sum, part) => sum + part.length, 0) }
    return { pack: pack.name, offset: pack.size }
  }
  return (parts) => turn(() => append(parts))
}
