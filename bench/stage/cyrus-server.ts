import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../packages/server-testing/src/servers/free-port.ts'
import {
  configurationFolders,
  type CyrusPlace,
  imapdConfiguration,
  masterConfiguration,
} from './cyrus-configuration.ts'
import { bringCyrus, cyrusOwner, type CyrusPrograms, type Owner } from './cyrus-programs.ts'
import { connectJmap, type JmapClient } from './jmap-client.ts'
import { getFamily } from './processes.ts'

/** A Cyrus IMAP of our own: one user, everything in folders of ours, nothing of the machine's own Cyrus touched. */
export interface Cyrus {
  /** JMAP over a new connection. */
  connect(): JmapClient
  accountId: string
  imap: { host: string; port: number; user: string; password: string }
  /** Where mail and indexes are. */
  data: string
  /** Puts into the search index what is not in it yet. */
  index(): void
  /** All its processes. */
  pids(): number[]
  /** Those that answer; the indexer is left out, as the workers of the server it is compared with do not run either. */
  answering(): number[]
  stop(): Promise<void>
}

const user = 'ada'
const password = 'mailbox password'

/** `kept` is the folder for mail that is to outlive this run; without it all is removed by `stop`. */
export async function startCyrus(
  benchFolder: string | undefined,
  say: (text: string) => void,
): Promise<Cyrus> {
  const owner = cyrusOwner()
  const run = mkdtempSync(join(tmpdir(), 'cy-'))
  const data = benchFolder ?? join(run, 'data')
  const programs = bringCyrus(join(run, 'programs'), say)
  const place = { run, data, imapPort: await freePort(), httpSocket: join(run, 'http') }
  const master = start(layOut(place, owner, programs), owner, programs)
  const stop = async () => {
    await end(master)
    rmSync(run, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await listening(master, place.httpSocket)
  } catch (error) {
    await stop()
    throw error
  }
  const pids = () => getFamily(master.pid === undefined ? [] : [master.pid])
  return {
    connect: () =>
      connectJmap({
        // Over TCP each longer answer is two writes without TCP_NODELAY, and waits 40 ms for a delayed
        // acknowledgement; a Unix socket shows what Cyrus itself takes.
        address: 'http://localhost',
        socketPath: place.httpSocket,
        apiPath: '/jmap/',
        uploadPath: (accountId) => `/jmap/upload/${accountId}/`,
        authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
        extensions: [],
      }),
    accountId: user,
    imap: { host: '127.0.0.1', port: place.imapPort, user, password },
    data,
    index: () =>
      execFileSync(programs.path('squatter'), ['-C', join(run, 'imapd.conf'), '-i', '-u', user], {
        ...identity(owner),
        env: programs.environment,
        stdio: 'ignore',
      }),
    pids,
    answering: () => pids().filter((pid) => pid !== master.pid && getName(pid) !== 'squatter'),
    stop,
  }
}

function layOut(place: CyrusPlace, owner: Owner, programs: CyrusPrograms): CyrusPlace {
  const { run, data } = place
  chownSync(run, owner.uid, owner.gid)
  const folders = ['', 'conf', 'spool', 'search', ...configurationFolders.map((name) => join('conf', name))]
  for (const folder of folders.map((name) => join(data, name))) {
    mkdirSync(folder, { recursive: true })
    chownSync(folder, owner.uid, owner.gid)
  }
  writeFileSync(join(run, 'imapd.conf'), imapdConfiguration(place, owner))
  writeFileSync(join(run, 'cyrus.conf'), masterConfiguration(place, programs))
  const passwords = join(run, 'passwords')
  execFileSync(programs.saslpasswd, ['-p', '-c', '-f', passwords, '-u', 'localhost', user], {
    env: programs.environment,
    input: password,
  })
  chownSync(passwords, owner.uid, owner.gid)
  return place
}

/** Only root may become somebody else. */
const identity = ({ uid, gid }: Owner) => (process.getuid?.() === 0 ? { uid, gid } : {})

/** Asks Linux to stop the server when the bench is killed and cannot do it itself. */
const setpriv = '/usr/bin/setpriv'
const endsWithUs = existsSync(setpriv) ? [setpriv, '--pdeathsig', 'TERM'] : []

function start({ run }: CyrusPlace, owner: Owner, programs: CyrusPrograms): ChildProcess {
  const files = ['-C', join(run, 'imapd.conf'), '-M', join(run, 'cyrus.conf'), '-p', join(run, 'pid')]
  const [command = '', ...words] = [...endsWithUs, programs.path('master'), ...files]
  return spawn(command, words, {
    ...identity(owner),
    cwd: run,
    env: programs.environment,
    stdio: 'ignore',
  })
}

async function listening(master: ChildProcess, socket: string): Promise<void> {
  for (let attempt = 0; !existsSync(socket); attempt++) {
    if (master.exitCode !== null)
      throw new Error(`Cyrus ended with ${master.exitCode}; the system log says why`)
    if (attempt > 1200) throw new Error('Cyrus does not listen after a minute')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The master ends its children when it is asked to; whatever is left after it does not outlive the bench. */
async function end(master: ChildProcess): Promise<void> {
  const family = master.pid === undefined ? [] : getFamily([master.pid])
  if (master.exitCode === null && master.signalCode === null) {
    const ended = new Promise((resolve) => master.once('exit', resolve))
    master.kill('SIGTERM')
    await ended
  }
  for (const pid of family.filter((candidate) => existsSync(`/proc/${candidate}`) && isCyrus(candidate)))
    process.kill(pid, 'SIGKILL')
}

/** A number may have gone to another process in the meantime. */
const isCyrus = (pid: number) => ['imapd', 'httpd', 'squatter'].includes(getName(pid))

/** Empty for what has just ended. */
function getName(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}
