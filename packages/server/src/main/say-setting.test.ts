import { languages } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import type { SettingProblem } from '../config/index.ts'
import { loadConsoleWords } from '../console/index.ts'
import { describeSetting } from './say-setting.ts'

const setting = 'SETTING'
const problems: readonly SettingProblem[] = [
  { setting, fault: 'not-a-port' },
  { setting, fault: 'not-one-of', choices: ['a', 'b'] },
  { setting, fault: 'not-a-server', entry: 'x' },
  { setting, fault: 'not-a-host', entry: 'x' },
  { setting, fault: 'not-a-range', entry: 'x' },
  { setting, fault: 'not-a-database' },
  { setting, fault: 'bucket' },
  { setting, fault: 'not-a-folder' },
  { setting, fault: 'no-folder' },
  { setting, fault: 'remote-folder' },
  { setting, fault: 'not-endpoints' },
  { setting, fault: 'unknown-provider', entry: 'x' },
  { setting, fault: 'unknown-endpoint', endpoint: 'google.x' },
  { setting, fault: 'endpoint-is-list', endpoint: 'google.x' },
  { setting, fault: 'endpoint-is-one', endpoint: 'google.x' },
  { setting, fault: 'endpoints-in-production' },
  { setting, fault: 'unusable-address', problem: { problem: 'server/not-http' } },
  { setting, fault: 'example-secret' },
  { setting, fault: 'example-password' },
  { setting, fault: 'missing-secret' },
  { setting, fault: 'set-twice' },
  { setting, fault: 'unreadable-file' },
  { setting, fault: 'empty-file' },
  { setting, fault: 'not-an-issuer' },
  { setting, fault: 'not-a-web-address' },
]

describe.each([...languages])('what is wrong with a setting, in %s,', (language) => {
  test('is a sentence that names it and leaves no parameter out', async () => {
    const words = await loadConsoleWords(language)
    expect(problems.map(({ fault }) => fault).sort()).toEqual(Object.keys(words.settings).sort())
    for (const problem of problems) {
      const sentence = describeSetting(problem, words, language)
      expect(sentence).toMatch(/^SETTING\b.*\.$/)
      expect(sentence).not.toContain('undefined')
    }
  })
})
