import type { ConsoleCommand, Diagnosis } from '../command.ts'
import { text } from '../values.ts'

export const provBDiagnose: ConsoleCommand = {
  name: 'app:provB:diagnose',
  summary: 'ask Microsoft who an account is, for its mail and for its categories, and say what is missing',
  options: [
    { name: 'user', value: 'ADDRESS', summary: 'only accounts of this user; everybody’s when left out' },
    { name: 'account', value: 'ACCOUNT', summary: 'only this account, by its address or id' },
  ],
  run: async (values, installation) => {
    const [user, account] = [text(values, 'user'), text(values, 'account')]
    const { diagnoseMicrosoft } = await installation.rooms()
    const diagnoses = await diagnoseMicrosoft({
      ...(user === '' ? {} : { user }),
      ...(account === '' ? {} : { account }),
    })
    if (diagnoses === 'no-such-user') return { ok: false, text: `Nobody signs in as ${user}.` }
    if (diagnoses.length === 0) {
      const what =
        account === '' ? 'There is no Microsoft account' : `There is no Microsoft account ${account}`
      return account === ''
        ? { ok: true, text: `${what}.`, data: { accounts: [] } }
        : { ok: false, text: `${what}.` }
    }
    const isSound = diagnoses.every(({ steps }) => steps.every((step) => step.outcome !== 'failed'))
    return { ok: isSound, text: diagnoses.map(paragraph).join('\n\n'), data: { accounts: diagnoses } }
  },
}

const marks = { works: 'ok', warning: 'warning', failed: 'FAILED' } as const

function paragraph({ address, steps }: Diagnosis): string {
  const lines = steps.map(({ step, outcome, sentence }) => `  ${step}: ${marks[outcome]}. ${sentence}`)
  return [address, ...lines].join('\n')
}
