import { allHeaders, parseMessage, parseMime } from '@plmail/mail-format'
import { generateMailbox } from '../test/fixtures/mailbox.ts'
import type { Bench, Row } from './stage/rows.ts'

/** How many messages a second the MIME parser takes on one core; ingest may spend little of its time on it. */
export const mime: Bench = {
  name: 'mime',
  run: async () => {
    const mailbox = [...generateMailbox({ count: 500, seed: 7 })].map((message) => message.raw)
    const average = mailbox.reduce((sum, raw) => sum + raw.length, 0) / mailbox.length
    const note = `messages of ${(average / 1024).toFixed(1)} KiB, CPU time of one core`
    return [
      row('parse structure and headers', note, () => {
        for (const raw of mailbox) allHeaders(raw, parseMime(raw).root)
      }),
      row('parse everything ingest keeps', note, () => {
        for (const raw of mailbox) parseMessage(raw)
      }),
    ]

    function row(what: string, rowNote: string, round: () => void): Row {
      return { what, value: mailbox.length / cpuSeconds(round, 8), unit: 'messages/s', note: rowNote }
    }
  },
}

/** CPU time of one round, after one that warms up. */
function cpuSeconds(round: () => void, rounds: number): number {
  round()
  const before = process.cpuUsage()
  for (let count = 0; count < rounds; count++) round()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6 / rounds
}
