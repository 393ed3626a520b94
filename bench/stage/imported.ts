import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import { type ImportFigures, watchImport } from './import-figures.ts'
import { whenIndexed } from './indexed.ts'
import { load, type Loaded } from './loaded.ts'
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
  const loaded = await load(dovecot, mailbox.user, stage.messages)
  const figures = await importFrom(stage, dataFolder, account(dovecot, smtp), loaded)
  writeFileSync(marker, String(stage.messages))
  return { dataFolder, figures }
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
    address: user,
    username: user,
    password,
    imap: { host: imap.host, port: imap.port, encryption: 'none' },
    smtp: { host: smtp.host, port: smtp.port, encryption: 'none' },
  }
}
