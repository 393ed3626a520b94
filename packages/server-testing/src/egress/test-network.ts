import type { EgressReason } from '@plmail/wire'
import {
  createNetwork,
  type Dialer,
  type Fetch,
  type Network,
  type Purpose,
  SwitchedOff,
  type Traffic,
} from '../../../server/src/egress/network/index.ts'

/** A network without a ledger behind it. */
export interface TestNetwork extends Network {
  recorded: Array<Traffic & Pick<Purpose, 'owner' | 'sender'>>
  switchedOff: Set<EgressReason>
}

/** Everything is allowed until a test says otherwise, and noted. */
export function testNetwork(): TestNetwork {
  const recorded: TestNetwork['recorded'] = []
  const switchedOff = new Set<EgressReason>()
  const network = createNetwork({
    admit: async (reason) => {
      if (switchedOff.has(reason)) throw new SwitchedOff(reason)
    },
    record: ({ owner, sender }, traffic) =>
      void recorded.push({ ...traffic, owner, ...(sender !== undefined && { sender }) }),
  })
  return { ...network, recorded, switchedOff }
}

/** Of tests that have to do with a server rather than with the way to it. */
export const network = testNetwork()
export const dialer: Dialer = network.dialer({ reason: 'imap', owner: 'installation' })

/** Ways to providers and mail servers, of which a test chooses the first. */
export const waysWith = (fetch: Fetch) => ({ fetch: () => fetch, dialer: () => dialer })
