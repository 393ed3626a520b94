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
import { text } from '../option-values.ts'

const encryptions: readonly EncryptionOption[] = ['tls', 'starttls', 'none']

export const accountAddImap: ConsoleCommand = {
  name: 'app:account:add-imap',
  options: [
    { name: 'user', value: 'ADDRESS', isRequired: true },
    { name: 'email', value: 'ADDRESS', isRequired: true },
    { name: 'username', value: 'NAME' },
    { name: 'host', value: 'HOST', isRequired: true },
    { name: 'port', value: 'PORT', isRequired: true },
    { name: 'encryption', value: 'KIND', choices: encryptions, isRequired: true },
    { name: 'smtp-host', value: 'HOST', isRequired: true },
    { name: 'smtp-port', value: 'PORT', isRequired: true },
    { name: 'smtp-encryption', value: 'KIND', choices: encryptions },
    { name: 'password-stdin' },
  ],
  run: async (values, installation, terminal): Promise<CommandOutcome> => {
    const texts = terminal.words.commands['app:account:add-imap']
    const [imapPort, smtpPort] = [port(values, 'port'), port(values, 'smtp-port')]
    if (imapPort === undefined || smtpPort === undefined)
      return { ok: false, isUsage: true, text: texts.unusablePort }
    if (!values['password-stdin'] && !terminal.isInteractive)
      return { ok: false, isUsage: true, text: texts.nobodyToAsk }
    const password = values['password-stdin']
      ? await terminal.readLine()
      : await terminal.askSecret(texts.askPassword)
    if (!password) return { ok: false, text: texts.noPassword }
    const { addImapAccount } = await installation.rooms()
    const added = await addImapAccount(form(values, password, imapPort, smtpPort))
    return added.ok
      ? { ok: true, text: texts.done({ email: text(values, 'email') }), data: { accountId: added.accountId } }
      : {
          ok: false,
          text: added.problems.map((problem) => formatLine(problem, terminal.language)).join('\n'),
        }
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

const formatLine = ({ option, problem }: OptionProblem, language: Language): string =>
  `${option === undefined ? '' : `${option}: `}${sayProblem(language, problem)}`
