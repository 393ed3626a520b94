import type { Lane } from './types.ts'

/** How many jobs of each lane one process runs side by side. */
export const laneWidths: Readonly<Record<Lane, number>> = {
  interactive: 4,
  sync: 4,
  backlog: 2,
  outbox: 4,
  maintenance: 1,
}

export const lanes = Object.keys(laneWidths) as Lane[]

/** NOTIFY channel that wakes a lane; the payload is its name, or `*` for all of them. */
export const wakeChannel = 'plmail_jobs'
