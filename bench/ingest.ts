import { imported } from './stage/imported.ts'
import type { ImportFigures } from './stage/import-figures.ts'
import { type Bench, type Row, short } from './stage/rows.ts'

/** A whole mailbox from Dovecot on this machine through the real server, from the account being added to the last message. */
export const ingest: Bench = {
  name: 'ingest',
  run: async (stage) => {
    const { figures } = await imported(stage)
    if (!figures) {
      stage.say('nothing to measure: the mailbox was imported before')
      return []
    }
    return [...speed(figures), ...memory(figures), ...disk(figures)]
  },
}

function speed({ messages, bytes, seconds, newestAfterSeconds, cpuMs }: ImportFigures): Row[] {
  const size = `${messages.toLocaleString('en')} messages of ${short(bytes / messages / 1024)} KiB`
  return [
    {
      what: 'import from IMAP',
      value: messages / seconds,
      unit: 'messages/s',
      budget: { atLeast: 200 },
      note: `${size} in ${short(seconds)} s; ${short(cpuMs / messages)} ms CPU each`,
    },
    {
      what: 'import from IMAP, per core',
      value: messages / (cpuMs / 1000),
      unit: 'messages/CPU s',
      note: 'server and database together, whatever else the machine does',
    },
    { what: 'newest message in the Inbox', value: newestAfterSeconds, unit: 's', budget: { atMost: 10 } },
  ]
}

function memory({ memory: readings }: ImportFigures): Row[] {
  const at = (share: number) => readings[Math.floor(share * (readings.length - 1))] ?? Number.NaN
  const [early, late] = [0.3, 1].map(at)
  return [
    {
      what: 'memory while importing, highest',
      value: Math.max(...readings),
      unit: 'MiB',
      budget: { atMost: 300 },
      note: `database included; ${[0.25, 0.5, 0.75, 1].map((share) => short(at(share))).join(', ')} by quarters`,
    },
    {
      what: 'memory at the end of an early reading',
      value: (late ?? 0) / (early ?? 1),
      unit: '×',
      budget: { atMost: 1.25 },
    },
  ]
}

function disk({ bytes, blobBytes, databaseBytes, messages }: ImportFigures): Row[] {
  return [
    {
      what: 'blob store',
      value: blobBytes / 2 ** 20,
      unit: 'MiB',
      note: `${short((100 * blobBytes) / bytes)} % of the mail`,
    },
    {
      what: 'database',
      value: databaseBytes / 2 ** 20,
      unit: 'MiB',
      note: `${short(databaseBytes / messages / 1024)} KiB a message`,
    },
  ]
}
