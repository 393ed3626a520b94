import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Dovecot, startDovecot } from '../../test/fixtures/dovecot.ts'
import { type GeneratedMessage, generateMailbox, loadMailbox } from '../../test/fixtures/mailbox.ts'
import { type SmtpSink, startSmtpSink } from '../../test/fixtures/smtp-sink.ts'
import { type ImportFigures, watchImport } from './import-figures.ts'
import { whenIndexed } from './indexed.ts'
import { runCommand, startProgram } from './program.ts'
import type { Stage } from './rows.ts'
import { signIn } from './session.ts'

/** A data directory with the whole mailbox in it; no server runs on it. */
export interface Imported {
  dataFolder: string
  /** How the import went; undefined when it was there already. */
  figures: ImportFigures | undefined
}

export const administrator = { email: 'ada@example.org', password: 'correct horse battery' }
const mailbox = { user: 'ada@example.org', password: 'mailbox password' }

let importing: Promise<Imported> | undefined
let temporary: string | undefined

/** Imports the mailbox once; benches that need it share it. */
export function imported(stage: Stage): Promise<Imported> {
  return (importing ??= importOrReuse(stage))
}

export function closeImported(): void {
  if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true })
}

async function importOrReuse(stage: Stage): Promise<Imported> {
  const dataFolder = stage.dataFolder ?? (temporary = mkdtempSync(join(tmpdir(), 'plmail-bench-')))
  const marker = join(dataFolder, 'imported')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === String(stage.messages)) {
    return { dataFolder, figures: undefined }
  }
  mkdirSync(dataFolder, { recursive: true })
  chmodSync(dataFolder, 0o755) // the database runs as another user when we are root
  await using dovecot = await startDovecot()
  await using smtp = await startSmtpSink({ users: { [mailbox.user]: mailbox.password } })
  dovecot.addUser(mailbox.user, mailbox.password)
  stage.say(`writing a mailbox of ${stage.messages} messages`)
  const loaded = await load(dovecot, stage.messages)
  const figures = await importFrom(stage, dataFolder, account(dovecot, smtp), loaded)
  writeFileSync(marker, String(stage.messages))
  return { dataFolder, figures }
}

/** What the server should end up with. */
export interface Loaded {
  /** Messages by folder, as Dovecot names them. */
  counts: ReadonlyMap<string, number>
  bytes: number
  newestInInbox: string
}

/** The mail of every bench: the same bytes for the same number. */
export const mailOf = (count: number): Generator<GeneratedMessage> => generateMailbox({ count, seed: 20 })

async function load(dovecot: Dovecot, count: number): Promise<Loaded> {
  let bytes = 0
  let newestInInbox = ''
  function* counted(): Generator<GeneratedMessage> {
    for (const message of mailOf(count)) {
      bytes += message.raw.length
      if (message.mailbox === 'INBOX') newestInInbox = message.messageId
      yield message
    }
  }
  const counts = await loadMailbox(dovecot, mailbox.user, counted())
  // The first SELECT after such a load makes Dovecot index it all; that is not the work to be measured.
  const client = await dovecot.client(mailbox.user)
  for (const folder of counts.keys()) await client.status(folder, { messages: true, uidNext: true })
  await client.logout()
  return { counts, bytes, newestInInbox }
}

async function importFrom(
  stage: Stage,
  dataFolder: string,
  form: ReturnType<typeof account>,
  loaded: Loaded,
): Promise<ImportFigures> {
  const place = { root: stage.root, dataFolder }
  const program = await startProgram(place, 'all')
  try {
    const { email, password } = administrator
    await runCommand(place, ['app:setup', '--email', email, '--name', 'Ada', '--password', password])
    const session = await signIn(program.address, email, password)
    stage.say('importing it')
    const began = performance.now()
    await session.post('/api/accounts', form)
    const figures = await watchImport({ program, session, loaded, began, dataFolder, say: stage.say })
    stage.say('waiting for the index of words')
    await whenIndexed(session)
    return figures
  } finally {
    await program.stop()
  }
}

function account(imap: Dovecot, smtp: SmtpSink) {
  const { user, password } = mailbox
  return {
    ...{ address: user, username: user, password },
    imap: { host: imap.host, port: imap.port, encryption: 'none' },
    smtp: { host: smtp.host, port: smtp.port, encryption: 'none' },
  }
}
