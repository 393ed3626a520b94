import { join } from 'node:path'
import type { CyrusPrograms, Owner } from './cyrus-programs.ts'

/** The folders and doors of one private Cyrus. */
export interface CyrusPlace {
  /** Mail, indexes and databases. */
  data: string
  /** Sockets, passwords and these files; a short path, for names of sockets end at 108 bytes. */
  run: string
  imapPort: number
  /** The Unix socket HTTP is spoken over. */
  httpSocket: string
}

/** What Cyrus expects below `configdirectory`. */
export const configurationFolders = ['db', 'socket', 'proc', 'log', 'msg', 'user', 'quota', 'sync', 'lock']

/** imapd.conf(5). Plain names and passwords: the doors are a Unix socket and a port on loopback. */
export function imapdConfiguration({ data, run }: CyrusPlace, { user, group }: Owner): string {
  const special = ['Drafts', 'Sent', 'Trash', 'Junk', 'Archive']
  return lines({
    configdirectory: join(data, 'conf'),
    defaultpartition: 'default',
    'partition-default': join(data, 'spool'),
    cyrus_user: user,
    cyrus_group: group,
    servername: 'localhost',
    virtdomains: 'off',
    unixhierarchysep: 'yes',
    altnamespace: 'yes',
    allowplaintext: 'yes',
    sasl_mech_list: 'PLAIN',
    sasl_pwcheck_method: 'auxprop',
    sasl_auxprop_plugin: 'sasldb',
    sasl_sasldb_path: join(run, 'passwords'),
    httpmodules: 'jmap caldav carddav',
    jmap_nonstandard_extensions: 'yes',
    conversations: 'yes',
    conversations_db: 'twoskip',
    search_engine: 'xapian',
    defaultsearchtier: 'main',
    'mainsearchpartition-default': join(data, 'search'),
    sync_log: 'yes',
    sync_log_channels: 'squatter',
    // The folders are made at the first IMAP login; 0 is no quota, and the default makes none.
    autocreate_quota: '0',
    autocreate_inbox_folders: special.join('|'),
    ...Object.fromEntries(special.map((name) => [`xlist-${name.toLowerCase()}`, name])),
    // Nothing is sent, but without a host the program would look for sendmail.
    smtp_backend: 'host',
    smtp_host: '127.0.0.1:9',
  })
}

/** cyrus.conf(5). HTTP comes last: once its socket is there, so is all else. */
export function masterConfiguration(
  { run, imapPort, httpSocket }: CyrusPlace,
  { path }: CyrusPrograms,
): string {
  const settings = `-C ${join(run, 'imapd.conf')}`
  return `START {
  recover cmd="${path('ctl_cyrusdb')} ${settings} -r"
}
SERVICES {
  imap cmd="${path('imapd')} ${settings}" listen="127.0.0.1:${imapPort}" prefork=0
  http cmd="${path('httpd')} ${settings}" listen="${httpSocket}" prefork=1
}
DAEMON {
  squatter cmd="${path('squatter')} ${settings} -R -d"
}
`
}

function lines(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}
