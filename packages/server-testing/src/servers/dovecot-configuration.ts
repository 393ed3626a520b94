import type { DovecotOptions, Identity, SieveServerOptions } from './dovecot.ts'

export interface ConfigurationOptions extends DovecotOptions {
  root: string
  owner: Identity
  ports: { imap: number; imaps: number; lmtp: number; sieve: number }
}

/** The configuration of an unprivileged Dovecot 2.3: no chroot, everything under `root`, loopback only. */
export function dovecotConfiguration(options: ConfigurationOptions): string {
  const { root, owner, ports } = options
  return `
base_dir = ${root}/run
state_dir = ${root}/state
log_path = ${root}/log
protocols = imap lmtp${options.sieve ? ' sieve' : ''}
listen = 127.0.0.1
default_internal_user = ${owner.user}
default_login_user = ${owner.user}
default_internal_group = ${owner.group}
first_valid_uid = 1
first_valid_gid = 1
default_process_limit = 400
default_client_limit = 2000
default_vsz_limit = 1024M
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
auth_username_chars =
mail_fsync = never
mail_location = maildir:${root}/mail/%u:LAYOUT=fs:UTF-8
mailbox_idle_check_interval = 1 secs
ssl = yes
ssl_cert = <${root}/cert.pem
ssl_key = <${root}/key.pem
passdb {
  driver = passwd-file
  args = scheme=plain username_format=%u ${root}/users/%u
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${root}/mail/%u allow_all_users=yes
}
protocol imap {
  mail_max_userip_connections = 400
  ${capability(options.without)}
}
service imap-login {
  chroot =
  service_count = 0
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${ports.imaps}
    ssl = yes
  }
}
service lmtp {
  inet_listener lmtp {
    port = ${ports.lmtp}
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
namespace inbox {
  inbox = yes
  separator = ${options.separator ?? '/'}
${folders(options)}
}
${options.sieve ? sieve(options.sieve, options) : ''}
${options.settings ?? ''}
`
}

const usualFolders = [
  { name: 'Sent', specialUse: '\\Sent' },
  { name: 'Drafts', specialUse: '\\Drafts' },
  { name: 'Trash', specialUse: '\\Trash' },
  { name: 'Junk', specialUse: '\\Junk' },
  { name: 'Archive', specialUse: '\\Archive' },
]

function folders(options: DovecotOptions): string {
  const list = options.folders ?? usualFolders
  return list
    .map(({ name, specialUse }) => {
      const use = specialUse && options.specialUse !== false ? `\n    special_use = ${specialUse}` : ''
      return `  mailbox "${name}" {\n    auto = subscribe${use}\n  }`
    })
    .join('\n')
}

/** What Dovecot 2.3 announces after login. Hiding a word makes clients use the older way. */
const announced =
  `IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE IDLE SORT SORT=DISPLAY THREAD=REFERENCES THREAD=REFS
THREAD=ORDEREDSUBJECT MULTIAPPEND URL-PARTIAL CATENATE UNSELECT CHILDREN NAMESPACE UIDPLUS LIST-EXTENDED I18NLEVEL=1
CONDSTORE QRESYNC ESEARCH ESORT SEARCHRES WITHIN CONTEXT=SEARCH LIST-STATUS BINARY MOVE SNIPPET=FUZZY PREVIEW=FUZZY
PREVIEW STATUS=SIZE SAVEDATE LITERAL+ NOTIFY SPECIAL-USE`.split(/\s+/)

function capability(without: readonly string[] | undefined): string {
  if (!without?.length) return ''
  return `imap_capability = ${announced.filter((word) => !without.includes(word)).join(' ')}`
}

/** ManageSieve, and scripts that run when a message is delivered; what they send goes to the SMTP server named. */
function sieve(
  { extensions, submissionPort }: SieveServerOptions,
  { root, ports }: ConfigurationOptions,
): string {
  return `
service managesieve-login {
  chroot =
  inet_listener sieve {
    port = ${ports.sieve}
  }
}
protocol lmtp {
  mail_plugins = sieve
}
submission_host = 127.0.0.1:${submissionPort ?? ports.lmtp}
plugin {
  sieve = file:${root}/sieve/%u;active=${root}/sieve/%u.active
  ${extensions === undefined ? '' : `sieve_extensions = ${extensions.join(' ')}`}
}
`
}
