import type { ConsoleStep, ProviderSettings } from '@plmail/wire'
import { expect, test } from 'vitest'
import { outcomeOf, stagesOf } from './setup-steps.ts'

const unset = { value: null, from: null }
const settings: ProviderSettings = {
  provider: 'provA',
  name: 'Google',
  isReady: true,
  accounts: 0,
  tenant: null,
  cloud: null,
  redirectUri: 'https://mail.example.org/oauth/provA/callback',
  pushAddresses: [
    { purpose: 'mail', url: 'https://mail.example.org/provA/push?token=t' },
    { purpose: 'calendars', url: 'https://mail.example.org/webhook/provA/calendar' },
  ],
  clientId: unset,
  clientSecret: { isSet: true, from: 'stored' },
  secretExpiresOn: null,
  topic: unset,
  pushToken: { isSet: true, from: 'stored' },
  pushServiceAccount: unset,
  pushAudience: unset,
}
const stepsOf = (outcomes: Record<string, ConsoleStep['outcome']>) =>
  Object.entries(outcomes).map(([step, outcome]) => ({
    step: step as ConsoleStep['step'],
    outcome,
    sentence: '',
  }))

test('every check of a provider belongs to exactly one stage', () => {
  const checks = stagesOf(settings).flatMap((stage) => stage.checks)
  expect(new Set(checks).size).toBe(checks.length)
  expect(checks).toHaveLength(10)
  const microsoft = stagesOf({ ...settings, provider: 'provB' }).flatMap((stage) => stage.checks)
  expect(microsoft.toSorted()).toEqual([
    'calendar-api',
    'calendar-channels',
    'client',
    'cloud',
    'mail-api',
    'permissions',
    'push-address',
    'redirect-uri',
  ])
})

test('what is to be copied is made of the public address, to the character', () => {
  const copies = Object.fromEntries(
    stagesOf(settings).flatMap((stage) => stage.copies.map(({ what, text }) => [what, text])),
  )
  expect(copies).toMatchObject({
    redirect: 'https://mail.example.org/oauth/provA/callback',
    domain: 'mail.example.org',
    publisher: 'gmail-api-push@system.gserviceaccount.com',
    mail: 'https://mail.example.org/provA/push?token=t',
    calendars: 'https://mail.example.org/webhook/provA/calendar',
  })
  expect(
    stagesOf({ ...settings, redirectUri: null, pushAddresses: [] }).flatMap((stage) => stage.copies),
  ).toHaveLength(2)
})

test('a stage works only when each of its checks was made and works', () => {
  const checks = ['topic', 'publisher'] as const
  expect(outcomeOf(checks, undefined)).toBe('unknown')
  expect(outcomeOf(checks, stepsOf({ topic: 'works' }))).toBe('unknown')
  expect(outcomeOf(checks, stepsOf({ topic: 'works', publisher: 'unknown' }))).toBe('unknown')
  expect(outcomeOf(checks, stepsOf({ topic: 'unknown', publisher: 'wrong' }))).toBe('wrong')
  expect(outcomeOf(checks, stepsOf({ topic: 'works', publisher: 'works' }))).toBe('works')
})
