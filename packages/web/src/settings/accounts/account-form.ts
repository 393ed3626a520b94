import type { DiscoveredServers, Encryption, NewAccount, ServerAddress } from '@plmail/wire'

/** A server as it stands in the form: a port may be half typed. */
export interface ServerFields {
  host: string
  port: string
  encryption: Encryption
}

export interface AccountFields {
  address: string
  name: string
  username: string
  password: string
  imap: ServerFields
  smtp: ServerFields
}

/** The pointers the form shows errors at. */
export const accountPointers = [
  '/address',
  '/name',
  '/username',
  '/password',
  '/imap/host',
  '/imap/port',
  '/imap/encryption',
  '/smtp/host',
  '/smtp/port',
  '/smtp/encryption',
] as const

export function emptyFields(): AccountFields {
  return {
    address: '',
    name: '',
    username: '',
    password: '',
    imap: { host: '', port: '993', encryption: 'tls' },
    smtp: { host: '', port: '465', encryption: 'tls' },
  }
}

export function withDiscovered(fields: AccountFields, discovered: DiscoveredServers): AccountFields {
  return {
    ...fields,
    username: discovered.username,
    imap: asFields(discovered.imap),
    smtp: asFields(discovered.smtp),
  }
}

function asFields({ host, port, encryption }: ServerAddress): ServerFields {
  return { host, port: String(port), encryption }
}

/**
 * Returns the account to send: optional fields left empty are left out. A port that is no number is left for the server
 * to refuse.
 */
export function newAccount({ address, name, username, password, imap, smtp }: AccountFields): NewAccount {
  return {
    address: address.trim(),
    password,
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(username.trim() === '' ? {} : { username: username.trim() }),
    imap: asServer(imap),
    smtp: asServer(smtp),
  }
}

function asServer({ host, port, encryption }: ServerFields): ServerAddress {
  return { host: host.trim(), port: Number.parseInt(port, 10) || 0, encryption }
}

/** Default ports by encryption; a change of encryption changes a port that is still the default. */
const usualPorts: Record<'imap' | 'smtp', Record<Encryption, string>> = {
  imap: { tls: '993', starttls: '143', none: '143' },
  smtp: { tls: '465', starttls: '587', none: '25' },
}

export function withEncryption(
  kind: 'imap' | 'smtp',
  server: ServerFields,
  encryption: Encryption,
): ServerFields {
  const isUsual = Object.values(usualPorts[kind]).includes(server.port)
  return { ...server, encryption, port: isUsual ? usualPorts[kind][encryption] : server.port }
}
