import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Cyrus IMAP as Debian packages it, unpacked into a folder of ours. */
export interface CyrusPrograms {
  path(name: 'master' | 'imapd' | 'httpd' | 'squatter' | 'ctl_cyrusdb'): string
  /** Adds a name with its password to a file of Cyrus SASL. */
  saslpasswd: string
  /** What the programs need in their environment to find their libraries. */
  environment: { PATH: string; LD_LIBRARY_PATH: string }
}

const packages = ['cyrus-imapd', 'cyrus-caldav', 'sasl2-bin']

/**
 * Downloads the packages and what they depend on into `folder` unless they are there, and unpacks them. Nothing is
 * installed: Debian allows one IMAP server at a time, so that installing Cyrus removes the Dovecot that tests and
 * benches need, and a package's server is started. Needs no rights.
 */
export function bringCyrus(folder: string, say: (text: string) => void): CyrusPrograms {
  const root = join(folder, 'unpacked')
  if (!existsSync(join(root, 'usr/lib/cyrus/bin/httpd'))) {
    if (!existsSync('/usr/bin/apt-get')) {
      throw new Error(`The bench needs Debian 12, whose packages ${packages.join(', ')} it unpacks`)
    }
    say('fetching Cyrus IMAP')
    const archives = join(folder, 'archives')
    download(archives)
    mkdirSync(root, { recursive: true })
    for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb')))
      execFileSync('dpkg', ['-x', join(archives, name), root])
    rmSync(archives, { recursive: true })
    chmodSync(folder, 0o755) // the server runs as another user when we are root
  }
  return {
    path: (name) => join(root, 'usr/lib/cyrus/bin', name),
    saslpasswd: join(root, 'usr/sbin/saslpasswd2'),
    environment: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LD_LIBRARY_PATH: libraries(root).join(':') },
  }
}

function download(archives: string): void {
  mkdirSync(join(archives, 'partial'), { recursive: true })
  const settings = [`Dir::Cache::archives=${archives}`, 'Debug::NoLocking=1', 'APT::Sandbox::User=root']
  const apt = (...args: string[]) => execFileSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  apt(
    ...settings.flatMap((setting) => ['-o', setting]),
    'install',
    '-yq',
    '--download-only',
    '--no-install-recommends',
    ...packages,
  )
}

/** `/lib/x86_64-linux-gnu` and its like, for the machine the packages are for. */
function libraries(root: string): string[] {
  return ['lib', 'usr/lib']
    .map((name) => join(root, name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('-linux-gnu'))
}

/** Who Cyrus runs as: nobody when we are root, else ourselves. */
export interface Owner {
  user: string
  group: string
  uid: number
  gid: number
}

export function cyrusOwner(): Owner {
  const name = process.getuid?.() === 0 ? ['nobody'] : []
  const id = (flags: string) => execFileSync('id', [flags, ...name], { encoding: 'utf8' }).trim()
  return { user: id('-un'), group: id('-gn'), uid: Number(id('-u')), gid: Number(id('-g')) }
}
