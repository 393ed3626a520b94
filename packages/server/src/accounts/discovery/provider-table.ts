import type { ServerSettings } from '../types.ts'

export interface KnownProvider {
  imap: ServerSettings
  smtp: ServerSettings
  /** Form of the user name: the whole address, or the part before the @. */
  username: 'address' | 'local-part'
}

interface Entry {
  /** Domains of addresses. */
  domains: readonly string[]
  /** Registrable domains of mail exchangers; the provider hosts other people's domains there. */
  exchangers?: readonly string[]
  imap: string
  smtp: string
  username?: 'local-part'
}

/** Server settings as the providers publish them, `host:port`; 993 and 465 are TLS, 143 and 587 STARTTLS. */
const entries: readonly Entry[] = [
  {
    domains: ['gmail.com', 'googlemail.com'],
    exchangers: ['google.com', 'googlemail.com'],
    imap: 'imap.gmail.com:993',
    smtp: 'smtp.gmail.com:465',
  },
  {
    domains: [
      'outlook.com',
      'hotmail.com',
      'live.com',
      'msn.com',
      'outlook.de',
      'hotmail.de',
      'hotmail.fr',
      'hotmail.co.uk',
    ],
    exchangers: ['outlook.com', 'hotmail.com'],
    imap: 'outlook.office365.com:993',
    smtp: 'smtp.office365.com:587',
  },
  {
    domains: ['icloud.com', 'me.com', 'mac.com'],
    exchangers: ['icloud.com'],
    imap: 'imap.mail.me.com:993',
    smtp: 'smtp.mail.me.com:587',
  },
  {
    domains: [
      'yahoo.com',
      'yahoo.de',
      'yahoo.fr',
      'yahoo.it',
      'yahoo.es',
      'yahoo.co.uk',
      'ymail.com',
      'rocketmail.com',
    ],
    exchangers: ['yahoodns.net'],
    imap: 'imap.mail.yahoo.com:993',
    smtp: 'smtp.mail.yahoo.com:465',
  },
  { domains: ['aol.com', 'aol.de', 'aim.com'], imap: 'imap.aol.com:993', smtp: 'smtp.aol.com:465' },
  {
    domains: ['fastmail.com', 'fastmail.fm', 'fastmail.de', 'sent.com', 'messagingengine.com'],
    exchangers: ['messagingengine.com'],
    imap: 'imap.fastmail.com:993',
    smtp: 'smtp.fastmail.com:465',
  },
  { domains: ['gmx.de', 'gmx.at', 'gmx.ch', 'gmx.net'], imap: 'imap.gmx.net:993', smtp: 'mail.gmx.net:465' },
  {
    domains: ['gmx.com', 'gmx.us', 'gmx.co.uk', 'gmx.fr'],
    imap: 'imap.gmx.com:993',
    smtp: 'mail.gmx.com:465',
  },
  { domains: ['mail.com', 'email.com'], imap: 'imap.mail.com:993', smtp: 'smtp.mail.com:465' },
  { domains: ['web.de', 'email.de'], imap: 'imap.web.de:993', smtp: 'smtp.web.de:465' },
  {
    domains: ['t-online.de', 'magenta.de'],
    imap: 'secureimap.t-online.de:993',
    smtp: 'securesmtp.t-online.de:465',
  },
  { domains: ['freenet.de'], imap: 'mx.freenet.de:993', smtp: 'mx.freenet.de:465' },
  {
    domains: ['arcor.de', 'vodafone.de'],
    imap: 'imap.vodafonemail.de:993',
    smtp: 'smtp.vodafonemail.de:465',
  },
  {
    domains: ['posteo.de', 'posteo.net', 'posteo.org', 'posteo.eu'],
    imap: 'posteo.de:993',
    smtp: 'posteo.de:465',
  },
  {
    domains: ['mailbox.org'],
    exchangers: ['mailbox.org'],
    imap: 'imap.mailbox.org:993',
    smtp: 'smtp.mailbox.org:465',
  },
  {
    domains: ['zoho.com', 'zohomail.com'],
    exchangers: ['zoho.com'],
    imap: 'imap.zoho.com:993',
    smtp: 'smtp.zoho.com:465',
  },
  {
    domains: ['zoho.eu', 'zohomail.eu'],
    exchangers: ['zoho.eu'],
    imap: 'imap.zoho.eu:993',
    smtp: 'smtp.zoho.eu:465',
  },
  {
    domains: ['yandex.com', 'yandex.ru', 'ya.ru'],
    exchangers: ['yandex.net', 'yandex.ru'],
    imap: 'imap.yandex.com:993',
    smtp: 'smtp.yandex.com:465',
  },
  {
    domains: ['mail.ru', 'inbox.ru', 'list.ru', 'bk.ru'],
    exchangers: ['mail.ru'],
    imap: 'imap.mail.ru:993',
    smtp: 'smtp.mail.ru:465',
  },
  {
    domains: ['ionos.de', 'online.de'],
    exchangers: ['kundenserver.de'],
    imap: 'imap.ionos.de:993',
    smtp: 'smtp.ionos.de:465',
  },
  {
    domains: ['ionos.com'],
    exchangers: ['1and1.com', 'ionos.com'],
    imap: 'imap.ionos.com:993',
    smtp: 'smtp.ionos.com:465',
  },
  {
    domains: ['strato.de'],
    exchangers: ['rzone.de'],
    imap: 'imap.strato.de:993',
    smtp: 'smtp.strato.de:465',
  },
  { domains: ['ovh.net'], exchangers: ['ovh.net'], imap: 'ssl0.ovh.net:993', smtp: 'ssl0.ovh.net:465' },
  {
    domains: ['ik.me', 'etik.com', 'infomaniak.com'],
    exchangers: ['infomaniak.ch'],
    imap: 'mail.infomaniak.com:993',
    smtp: 'mail.infomaniak.com:465',
  },
  {
    domains: ['gandi.net'],
    exchangers: ['gandi.net'],
    imap: 'mail.gandi.net:993',
    smtp: 'mail.gandi.net:465',
  },
  { domains: ['orange.fr', 'wanadoo.fr'], imap: 'imap.orange.fr:993', smtp: 'smtp.orange.fr:465' },
  { domains: ['free.fr'], imap: 'imap.free.fr:993', smtp: 'smtp.free.fr:465', username: 'local-part' },
  { domains: ['laposte.net'], imap: 'imap.laposte.net:993', smtp: 'smtp.laposte.net:465' },
  { domains: ['libero.it'], imap: 'imapmail.libero.it:993', smtp: 'smtp.libero.it:465' },
  { domains: ['bluewin.ch'], imap: 'imaps.bluewin.ch:993', smtp: 'smtpauths.bluewin.ch:465' },
  {
    domains: ['seznam.cz', 'email.cz'],
    exchangers: ['seznam.cz'],
    imap: 'imap.seznam.cz:993',
    smtp: 'smtp.seznam.cz:465',
  },
  { domains: ['wp.pl'], imap: 'imap.wp.pl:993', smtp: 'smtp.wp.pl:465' },
  {
    domains: ['runbox.com'],
    exchangers: ['runbox.com'],
    imap: 'mail.runbox.com:993',
    smtp: 'mail.runbox.com:465',
  },
  {
    domains: ['migadu.com'],
    exchangers: ['migadu.com'],
    imap: 'imap.migadu.com:993',
    smtp: 'smtp.migadu.com:465',
  },
  { domains: ['qq.com', 'foxmail.com'], imap: 'imap.qq.com:993', smtp: 'smtp.qq.com:465' },
  { domains: ['163.com'], imap: 'imap.163.com:993', smtp: 'smtp.163.com:465' },
  { domains: ['naver.com'], imap: 'imap.naver.com:993', smtp: 'smtp.naver.com:587' },
]

const byDomain = index((entry) => entry.domains)
const byExchanger = index((entry) => entry.exchangers ?? [])

/** The provider of addresses in this domain. */
export const findProvider = (domain: string): KnownProvider | undefined => byDomain.get(domain)

/** The provider whose mail exchangers are in this registrable domain. */
export const providerBehind = (exchanger: string): KnownProvider | undefined => byExchanger.get(exchanger)

function index(keys: (entry: Entry) => readonly string[]): Map<string, KnownProvider> {
  return new Map(
    entries.flatMap((entry) =>
      keys(entry).map((key): [string, KnownProvider] => [
        key,
        { imap: server(entry.imap), smtp: server(entry.smtp), username: entry.username ?? 'address' },
      ]),
    ),
  )
}

function server(text: string): ServerSettings {
  const [host = '', port = ''] = text.split(':')
  return { host, port: Number(port), encryption: port === '143' || port === '587' ? 'starttls' : 'tls' }
}
