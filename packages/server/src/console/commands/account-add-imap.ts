import type { Language } from '@plmail/wire'
import { sayProblem } from '@plmail/words'
import type {
  CommandOutcome,
  ConsoleCommand,
  EncryptionOption,
  ImapForm,
  OptionProblem,
  Values,
} from '../command.ts'
import { text } from '../values.ts'

const encryptions: readonly EncryptionOption[] = ['tls', 'starttls', 'none']

export const accountAddImap: ConsoleCommand = {
  name: 'app:account:add-imap',
  summary: 'connect a mailbox by its IMAP and SMTP servers',
  options: [
    {
      name: 'user',
      value: 'ADDRESS',
      isRequired: true,
      summary: 'whose mailbox: the address they sign in with',
    },
    { name: 'email', value: 'ADDRESS', isRequired: true, summary: 'the address of the mailbox' },
    { name: 'username', value: 'NAME', summary: 'the name at the mail server; the address when left out' },
    { name: 'host', value: 'HOST', isRequired: true, summary: 'the IMAP server' },
    { name: 'port', value: 'PORT', isRequired: true, summary: 'its port, usually 993' },
    {
      name: 'encryption',
      value: 'KIND',
      choices: encryptions,
      isRequired: true,
      summary: 'how the connection is protected; none only on this machine or with MAIL_ALLOW_PLAINTEXT=1',
    },
    { name: 'smtp-host', value: 'HOST', isRequired: true, summary: 'the SMTP server' },
    { name: 'smtp-port', value: 'PORT', isRequired: true, summary: 'its port, usually 465 or 587' },
    {
      name: 'smtp-encryption',
      value: 'KIND',
      choices: encryptions,
      summary: 'as --encryption; the same as for IMAP when left out',
    },
    {
      name: 'password-stdin',
      summary: 'read the password from the first line of standard input; else it is asked for',
    },
  ],
  run: async (values, installation, terminal): Promise<CommandOutcome> => {
    const ports = [port(values, 'port'), port(values, 'smtp-port')]
    const [imapPort, smtpPort] = ports
    if (imapPort === undefined || smtpPort === undefined) {
      return { ok: false, isUsage: true, text: '--port and --smtp-port take a number from 1 to 65535.' }
    }
    if (!values['password-stdin'] && !terminal.isInteractive) {
      return { ok: false, isUsage: true, text: 'Nobody can be asked here; add --password-stdin.' }
    }
    const password = values['password-stdin']
      ? await terminal.readLine()
      : await terminal.askSecret('Password of the mailbox: ')
    if (!password) return { ok: false, text: 'No password was given.' }
    const { addImapAccount } = await installation.rooms()
    const added = await addImapAccount(form(values, password, imapPort, smtpPort))
    return added.ok
      ? { ok: true, text: `${text(values, 'email')} is connected.`, data: { accountId: added.accountId } }
      : { ok: false, text: added.problems.map((problem) => lineOf(problem, terminal.language)).join('\n') }
  },
}

function form(values: Values, password: string, imapPort: number, smtpPort: number): ImapForm {
  const encryption = chosen(values['encryption'])
  return {
    userEmail: text(values, 'user'),
    address: text(values, 'email'),
    username: values['username'] === undefined ? text(values, 'email') : text(values, 'username'),
    password,
    imap: { host: text(values, 'host'), port: imapPort, encryption },
    smtp: {
      host: text(values, 'smtp-host'),
      port: smtpPort,
      encryption: values['smtp-encryption'] === undefined ? encryption : chosen(values['smtp-encryption']),
    },
  }
}

function chosen(value: string | true | undefined): EncryptionOption {
  return encryptions.find((encryption) => encryption === value) ?? 'tls'
}

function port(values: Values, name: string): number | undefined {
  const raw = text(values, name)
  const number = Number(raw)
  return /^\d{1,5}$/.test(raw) && number >= 1 && number <= 65_535 ? number : undefined
}

const lineOf = ({ option, problem }: OptionProblem, language: Language): string =>
  `${option === undefined ? '' : `${option}: `}${sayProblem(language, problem)}`
