import type { ConsoleCommand, Diagnosis, DiagnosisFinding } from '../command.ts'
import type { ConsoleWords } from '../console-words.ts'
import { text } from '../option-values.ts'

export const microsoftDiagnose: ConsoleCommand = {
  name: 'app:provB:diagnose',
  options: [
    { name: 'user', value: 'ADDRESS' },
    { name: 'account', value: 'ACCOUNT' },
  ],
  run: async (values, installation, { words }) => {
    const texts = words.commands['app:provB:diagnose']
    const [user, account] = [text(values, 'user'), text(values, 'account')]
    const { diagnoseMicrosoft } = await installation.rooms()
    const diagnoses = await diagnoseMicrosoft({
      ...(user === '' ? {} : { user }),
      ...(account === '' ? {} : { account }),
    })
    if (diagnoses === 'no-such-user') return { ok: false, text: words.nobodySignsIn({ user }) }
    if (diagnoses.length === 0)
      return account === ''
        ? { ok: true, text: texts.noAccount, data: { accounts: [] } }
        : { ok: false, text: texts.noSuchAccount({ account }) }
    const isSound = diagnoses.every(({ steps }) => steps.every((step) => step.outcome !== 'failed'))
    const accounts = diagnoses.map((diagnosis) => describeDiagnosis(diagnosis, texts.findings))
    const report = accounts.map((diagnosis) => paragraph(diagnosis, texts)).join('\n\n')
    return { ok: isSound, text: report, data: { accounts } }
  },
}

type Texts = ConsoleWords['commands']['app:provB:diagnose']

interface SpokenDiagnosis {
  address: string
  steps: Array<Omit<Diagnosis['steps'][number], 'findings'> & { sentence: string }>
}

const describeDiagnosis = ({ address, steps }: Diagnosis, texts: Texts['findings']): SpokenDiagnosis => ({
  address,
  steps: steps.map(({ findings, ...step }) => ({
    ...step,
    sentence: findings.map((finding) => sentence(finding, texts)).join(' '),
  })),
})

function paragraph({ address, steps }: SpokenDiagnosis, texts: Texts): string {
  const lines = steps.map(({ step, outcome, sentence: finding }) => texts[outcome]({ step, finding }))
  return [address, ...lines].join('\n')
}

function sentence(finding: DiagnosisFinding, texts: Texts['findings']): string {
  switch (finding.finding) {
    case 'notGranted':
      return texts.notGranted({ permissions: finding.permissions.join(', ') })
    case 'identity':
      return texts.identity(finding)
    case 'inbox':
    case 'categories':
    case 'calendars':
      return texts[finding.finding](finding)
    case 'refused':
      return finding.serverText === '' ? texts.failed(finding) : texts.refused(finding)
    default:
      return texts[finding.finding]
  }
}
