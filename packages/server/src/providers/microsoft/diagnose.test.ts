import { expect, test } from 'vitest'
import { diagnose } from './diagnose.ts'
import { microsoftForTests } from './microsoft-for-tests.ts'

const denied = {
  kind: 'status' as const,
  status: 403,
  body: {
    error: { code: 'ErrorAccessDenied', message: 'Access is denied. Check credentials and try again.' },
  },
}

const start = async () => {
  const emulated = await microsoftForTests('diagnose')
  const { email } = emulated.microsoft.addAccount('ann@example.test')
  return { ...emulated, asked: await emulated.needs(email) }
}

test('tells who the account is, how much is in its inbox, and how many categories there are', async () => {
  await using rig = await start()
  expect(await diagnose(rig.asked)).toEqual([
    { step: 'identity', outcome: 'works', sentence: 'This is ann@example.test.' },
    { step: 'mail', outcome: 'works', sentence: 'The inbox has 0 messages.' },
    {
      step: 'categories',
      outcome: 'works',
      sentence: expect.stringMatching(/^There are \d+ categories/) as string,
    },
    { step: 'calendars', outcome: 'works', sentence: 'There is one calendar.' },
  ])
})

test('takes missing categories and calendars for a warning, and missing mail for a failure', async () => {
  await using rig = await start()
  const { faults } = rig.world
  faults.arm({ operation: 'graph.masterCategories.list', times: 1, fault: denied })
  const [, mail, categories] = await diagnose(rig.asked)
  expect([mail?.outcome, categories?.outcome]).toEqual(['works', 'warning'])
  expect(categories?.sentence).toMatch(/Access is denied.*signing in again/s)
  faults.arm({ operation: 'graph.mailFolders.get', times: 1, fault: denied })
  const outcomes = async () => (await diagnose(rig.asked)).map(({ outcome }) => outcome)
  expect(await outcomes()).toEqual(['works', 'failed', 'works', 'works'])
  faults.arm({ operation: 'graph.calendars.list', times: 1, fault: denied })
  expect(await outcomes()).toEqual(['works', 'works', 'works', 'warning'])
})

test('asks no further when not even the account can be told', async () => {
  await using rig = await start()
  rig.world.faults.arm({ operation: 'graph.me', times: 1, fault: denied })
  expect(await diagnose(rig.asked)).toMatchObject([{ step: 'identity', outcome: 'failed' }])
})
