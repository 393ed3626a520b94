import { expect, test } from 'vitest'
import { diagnose } from './diagnose.ts'
import { microsoftForTests } from '../../../../server-testing/src/providers/microsoft/test-microsoft.ts'

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
    { step: 'identity', outcome: 'works', findings: [{ finding: 'identity', address: 'ann@example.test' }] },
    { step: 'mail', outcome: 'works', findings: [{ finding: 'inbox', count: 0 }] },
    {
      step: 'categories',
      outcome: 'works',
      findings: [{ finding: 'categories', count: expect.any(Number) as number }],
    },
    { step: 'calendars', outcome: 'works', findings: [{ finding: 'calendars', count: 1 }] },
  ])
})

test('takes missing categories and calendars for a warning, and missing mail for a failure', async () => {
  await using rig = await start()
  const { faults } = rig.world
  faults.arm({ operation: 'graph.masterCategories.list', times: 1, fault: denied })
  const [, mail, categories] = await diagnose(rig.asked)
  expect([mail?.outcome, categories?.outcome]).toEqual(['works', 'warning'])
  expect(categories?.findings).toEqual([
    expect.objectContaining({
      finding: 'refused',
      serverText: expect.stringContaining('Access is denied') as string,
    }),
    { finding: 'noCategories' },
  ])
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
