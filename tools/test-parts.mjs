import { existsSync } from 'node:fs'

/**
 * Programs of others that the tests run against. Each names every file that is used: of Dovecot the core stays behind
 * where the package with its IMAP server was removed.
 */
const parts = [
  { paths: ['/usr/lib/postgresql/15/bin/postgres'], packages: ['postgresql-15'] },
  { paths: ['/usr/sbin/dovecot', '/usr/lib/dovecot/imap'], packages: ['dovecot-imapd'] },
  { paths: ['/usr/lib/dovecot/lmtp'], packages: ['dovecot-lmtpd'] },
  {
    paths: ['/usr/lib/dovecot/modules/lib90_sieve_plugin.so'],
    packages: ['dovecot-sieve'],
  },
  { paths: ['/usr/lib/dovecot/managesieve'], packages: ['dovecot-managesieved'] },
  { paths: ['/usr/bin/radicale'], packages: ['radicale'] },
  { paths: ['/usr/bin/oathtool'], packages: ['oathtool'] },
  { paths: ['/usr/bin/chromium'], packages: ['chromium'] },
  // A network of its own, and who reads its packets.
  { paths: ['/usr/bin/unshare', '/usr/bin/nsenter'], packages: ['util-linux'] },
  { paths: ['/usr/bin/ip'], packages: ['iproute2'] },
  { paths: ['/usr/bin/tcpdump'], packages: ['tcpdump'] },
]

/** The Debian packages whose files are not all there. */
export function missingPackages(isThere = existsSync) {
  return parts
    .filter(({ paths }) => !paths.every((path) => isThere(path)))
    .flatMap(({ packages }) => packages)
}
