import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import { type Certificate, selfSignedCertificate } from './certificate.ts'
import { dovecotConfiguration } from './dovecot-configuration.ts'
import { freePort } from './free-port.ts'
import { createMaildirs, type LoadedMessage } from './maildir.ts'

export interface DovecotOptions {
  /** Capabilities to hide, e.g. `['QRESYNC', 'CONDSTORE', 'MOVE']`. */
  without?: readonly string[]
  /** False: Sent, Trash and so on exist but carry no special-use flag. */
  specialUse?: boolean
  /** Hierarchy delimiter; `/` unless set. */
  separator?: '/' | '.'
  /** Names of the folders made for every user, besides INBOX; the usual five unless set. */
  folders?: ReadonlyArray<{ name: string; specialUse?: string }>
  /** Takes Sieve scripts over ManageSieve and runs them on what LMTP delivers. */
  sieve?: SieveServerOptions
  /** Lines put at the end of the configuration. */
  settings?: string
}

export interface SieveServerOptions {
  /** The extensions offered; all that there are unless set. */
  extensions?: readonly string[]
  /** The SMTP server on loopback that gets what scripts send. */
  submissionPort?: number
}

export interface AppendOptions {
  /** `\Seen`, `$Forwarded` and so on. */
  flags?: readonly string[]
  /** INTERNALDATE; whole seconds. */
  date?: Date
}

/** A real Dovecot on loopback, owned by this test: base folder, users and mail are its own. */
export interface Dovecot extends AsyncDisposable {
  readonly host: string
  /** Plain IMAP, offers STARTTLS. */
  readonly port: number
  /** IMAP under TLS from the first byte. */
  readonly tlsPort: number
  /** LMTP, for delivery as a mail server would do it. */
  readonly lmtpPort: number
  /** ManageSieve, offers STARTTLS; answers only with the option `sieve`. */
  readonly sievePort: number
  readonly certificate: Certificate
  /** Makes a user, or changes the password of one; the old password may work for another second. */
  addUser(name: string, password: string): void
  /** Puts one message into a mailbox (made when absent). */
  append(user: string, mailbox: string, raw: Buffer | string, options?: AppendOptions): Promise<void>
  /** Writes many messages straight into the Maildir, UIDs in the order given; system flags only. */
  load(user: string, mailbox: string, messages: Iterable<LoadedMessage>): Promise<number>
  /** Makes a mailbox unreadable for the server, as a damaged disk would; it stays listed. */
  shut(user: string, mailbox: string): void
  /** Locks a mailbox as another process of the server would; answers how it lets go. Dovecot waits for two minutes. */
  lock(user: string, mailbox: string): () => void
  /**
   * Another IMAP client, signed in; the caller logs out. It gives a command up that the server leaves unanswered for
   * `silenceMilliseconds`: five minutes unless set.
   */
  client(user: string, silenceMilliseconds?: number): Promise<ImapFlow>
  /** Gives a mailbox a new UIDVALIDITY, as a restored server would; no client may have it open. */
  changeUidValidity(user: string, mailbox: string): Promise<void>
  /** Ends every process at once, as a crash would. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Starts again after `kill` or `stop`: same ports, same mail. */
  start(): Promise<void>
  /** What the server logged, to explain a failing test. */
  log(): string
}

export async function startDovecot(options: DovecotOptions = {}): Promise<Dovecot> {
  const program = dovecotProgram()
  const root = mkdtempSync(join(tmpdir(), 'dc-')) // short: unix socket names end at 108 bytes
  const owner = identity()
  const certificate = selfSignedCertificate()
  const ports = {
    imap: await freePort(),
    imaps: await freePort(),
    lmtp: await freePort(),
    sieve: await freePort(),
  }
  const own = (path: string) => chownSync(path, owner.uid, owner.gid)
  for (const folder of ['', 'run', 'state', 'mail', 'users', 'sieve']) {
    mkdirSync(join(root, folder), { recursive: true })
    own(join(root, folder))
  }
  const write = (name: string, text: string) => {
    writeFileSync(join(root, name), text, { mode: 0o640 })
    own(join(root, name))
  }
  write('cert.pem', certificate.cert)
  write('key.pem', certificate.key)
  write('dovecot.conf', dovecotConfiguration({ ...options, root, owner, ports }))
  const users = new Map<string, string>()
  const running = runner(program, root, owner, ports.imap)

  const client = async (user: string, silenceMilliseconds = 300_000) => {
    const flow = new ImapFlow({
      host: '127.0.0.1',
      port: ports.imap,
      secure: false,
      doSTARTTLS: false,
      auth: { user, pass: users.get(user) ?? '' },
      logger: false,
      socketTimeout: silenceMilliseconds,
    })
    flow.on('error', () => {})
    await flow.connect()
    return flow
  }
  const maildirs = createMaildirs(join(root, 'mail'), owner, options.separator ?? '/', client)

  const dovecot: Dovecot = {
    host: '127.0.0.1',
    port: ports.imap,
    tlsPort: ports.imaps,
    lmtpPort: ports.lmtp,
    sievePort: ports.sieve,
    certificate,
    addUser: (name, password) => {
      users.set(name, password)
      // one file a user: Dovecot looks for a change of a file it has read only once a second
      write(join('users', name), `${name}:{PLAIN}${password}::::::\n`)
    },
    append: (user, mailbox, raw, how = {}) => maildirs.append(user, mailbox, raw, how),
    load: (user, mailbox, messages) => maildirs.load(user, mailbox, messages),
    shut: (user, mailbox) => maildirs.shut(user, mailbox),
    lock: (user, mailbox) => maildirs.lock(user, mailbox),
    client,
    changeUidValidity: (user, mailbox) => maildirs.changeUidValidity(user, mailbox),
    kill: running.kill,
    stop: running.stop,
    start: running.start,
    log: () => (existsSync(join(root, 'log')) ? readFileSync(join(root, 'log'), 'utf8') : ''),
    [Symbol.asyncDispose]: async () => {
      await running.kill()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  await running.start()
  return dovecot
}

function dovecotProgram(): string {
  const program = process.env.DOVECOT ?? '/usr/sbin/dovecot'
  if (!existsSync(program)) {
    throw new Error('The tests need an IMAP server: apt-get install dovecot-imapd dovecot-lmtpd')
  }
  return program
}

/** Who Dovecot runs as: nobody when the tests run as root, else the tester. */
export interface Identity {
  user: string
  group: string
  uid: number
  gid: number
}

export function identity(): Identity {
  const name = process.getuid?.() === 0 ? ['nobody'] : []
  const id = (...flags: string[]) => execFileSync('id', [...flags, ...name], { encoding: 'utf8' }).trim()
  return { user: id('-un'), group: id('-gn'), uid: Number(id('-u')), gid: Number(id('-g')) }
}

/** Asks Linux to stop the server when the test process is killed and cannot do it itself. */
const setpriv = '/usr/bin/setpriv'
const endsWithUs = existsSync(setpriv) ? [setpriv, '--pdeathsig', 'TERM'] : []

function runner(program: string, root: string, owner: Identity, port: number) {
  let master: ChildProcess | undefined
  // its own process group, so that one signal reaches all of its processes
  const signal = (name: NodeJS.Signals) => {
    if (master?.pid === undefined || master.exitCode !== null || master.signalCode !== null) return
    try {
      process.kill(-master.pid, name)
    } catch {
      // already gone
    }
  }
  const atExit = () => signal('SIGKILL')
  const end = async (name: NodeJS.Signals) => {
    const current = master
    if (!current || current.exitCode !== null || current.signalCode !== null) return
    const exited = new Promise<void>((resolve) => current.once('exit', () => resolve()))
    if (name === 'SIGKILL') signal(name)
    else current.kill(name)
    await exited
    process.off('exit', atExit)
  }
  const start = async () => {
    rmSync(join(root, 'run'), { recursive: true, force: true })
    mkdirSync(join(root, 'run'))
    chownSync(join(root, 'run'), owner.uid, owner.gid)
    const ids = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {}
    const [command, ...words] = [...endsWithUs, program, '-F', '-c', join(root, 'dovecot.conf')] as const
    master = spawn(command, words, {
      ...ids,
      cwd: root,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let complaint = ''
    master.stderr?.on('data', (chunk: Buffer) => (complaint += String(chunk)))
    process.once('exit', atExit)
    await listening(port, () => {
      if (master?.exitCode !== null) throw new Error(`Dovecot did not start: ${complaint}`)
    })
  }
  return { start, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

async function listening(port: number, check: () => void): Promise<void> {
  for (let attempt = 0; attempt < 2400; attempt++) {
    check()
    if (await answers(port)) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`Nothing listens on port ${port}`)
}

/** True once the server greets: the port opens before the login processes are ready. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const done = (greeted: boolean) => {
      socket.destroy()
      resolve(greeted)
    }
    socket.once('data', () => done(true))
    socket.once('error', () => done(false))
    socket.setTimeout(2000, () => done(false))
  })
}
