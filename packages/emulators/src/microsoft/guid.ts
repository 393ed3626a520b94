import type { World } from '../world.ts'

/** A seeded GUID. */
export function guid(world: Pick<World, 'nextHex'>): string {
  const hex = world.nextHex(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
