import { parseMessage } from '@plmail/mail-format'
/**
 * A worker process for kill.test.ts: sends what is due. Prints a line whenever the server has been handed a message.
 * Arguments: connection string, folder of the blobs, port of the mail server.
 */
import { createChanges } from '../../../../server/src/changes/index.ts'
import { createJobs } from '../../../../server/src/jobs/index.ts'
import { systemClock } from '../../../../server/src/kit/clock.ts'
import { silentLog } from '../../../../server/src/kit/log.ts'
import { systemRandom } from '../../../../server/src/kit/random.ts'
import { submitBySmtp } from '../../../../server/src/providers/smtp/index.ts'
import { createBlobPacks } from '../../../../server/src/store/blob-packs.ts'
import { openDatabase } from '../../../../server/src/store/index.ts'
import { createIdentities, createMail, createSubmissions } from '../../../../server/src/mail/index.ts'
import { dialer } from '../../egress/test-network.ts'

const [connectionString = '', folder = '', port = '0'] = process.argv.slice(2)
const parts = { clock: systemClock, random: systemRandom }
const database = openDatabase({ connectionString, prepare: true, maxConnections: 5 }, silentLog)
const blobs = createBlobPacks({ ...parts, sql: database, folder })
const changes = createChanges({ database, clock: systemClock, listen: async () => async () => {} })
const jobs = createJobs({ database, clock: systemClock, log: silentLog })
const outbox = { enqueue: async () => {}, unsent: async () => new Set<never>() }
const mail = createMail({ ...parts, database, blobs, changes, outbox, parse: parseMessage })
const getHolder = async () => ({ address: 'me@example.test', name: '' })
const server = { dialer, host: '127.0.0.1', port: Number(port), encryption: 'none', username: '' } as const

createSubmissions({
  ...parts,
  database,
  blobs,
  changes,
  jobs,
  mail,
  outbox,
  getHolder,
  getLanguage: async () => 'en',
  identities: createIdentities({ database, changes, getHolder }),
  refreshAccount: async () => {},
  relay: (_account, message, beforeEnd, signal) =>
    submitBySmtp(
      server,
      '',
      message,
      async (recipients) => {
        const goesOn = await beforeEnd(recipients)
        process.stdout.write('handed over\n')
        return goesOn
      },
      signal,
    ),
})
await jobs.start()
