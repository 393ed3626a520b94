import { readFileSync } from 'node:fs'
import {
  type ProblemCode,
  type ProblemDetail,
  declaredProblems,
  isProblemCode,
  type Language,
  languages,
  originalLanguage,
  getParameterKinds,
} from '@plmail/wire'
import { expect, test } from 'vitest'
import { emitMessage } from '../compile/emit-message.mjs'
import { sayProblem } from './index.ts'

const readMessages = (language: Language): Record<string, string> =>
  JSON.parse(
    readFileSync(new URL(`../messages/${language}/problems.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>

const codes = Object.keys(declaredProblems).filter(isProblemCode)

const shownParameters = (code: ProblemCode): string[] =>
  Object.entries(getParameterKinds(code))
    .filter(([, kind]) => kind !== 'serverText')
    .map(([name]) => name)
    .sort()

test.each([...languages])(
  'every problem has words in %s with exactly its parameters, and nothing else has',
  (language) => {
    const texts = readMessages(language)
    const parametersOfTexts = Object.fromEntries(
      Object.entries(texts).map(([code, text]) => [code, [...emitMessage(text).parameters.keys()].sort()]),
    )
    const declared = codes.map((code) => [
      code,
      code === 'other/server-said' ? ['serverText'] : shownParameters(code),
    ])
    expect(parametersOfTexts).toEqual(Object.fromEntries(declared))
  },
)

test('no two languages say the same but for names', () => {
  const english = Object.entries(readMessages(originalLanguage))
  for (const language of languages.filter((name) => name !== originalLanguage)) {
    const translated = readMessages(language)
    const same = english.filter(([code, text]) => translated[code] === text)
    expect(same.map(([code]) => code)).toEqual([
      'other/text',
      'accounts/in-trouble',
      'health/count',
      'outbox/refused-because',
    ])
  }
})

test.each<[ProblemDetail, string, string]>([
  [
    { problem: 'mail-server/port-refused', protocol: 'imap', host: 'imap.example.org', port: 12_345 },
    'imap.example.org accepts no connection on port 12345. IMAP usually uses port 993 with TLS or 143 with STARTTLS.',
    'imap.example.org nimmt an Port 12345 keine Verbindung an. IMAP nutzt meist Port 993 mit TLS oder 143 mit STARTTLS.',
  ],
  [
    { problem: 'oauth/refused', provider: 'Google', serverText: 'No' },
    'Google refused the sign-in. The server said: “No”',
    'Google hat die Anmeldung abgelehnt. Der Server meldete: „No“',
  ],
  [
    { problem: 'oauth/refused', provider: 'Google' },
    'Google refused the sign-in.',
    'Google hat die Anmeldung abgelehnt.',
  ],
  [
    {
      problem: 'oauth/not-granted',
      provider: 'Google',
      permissions: [{ problem: 'permission/mail' }, { problem: 'permission/sending' }],
    },
    'Google didn’t give permission to read and change mail and send mail.',
    'Google hat nicht erlaubt, E-Mails zu lesen und zu ändern und E-Mails zu senden.',
  ],
  [
    {
      problem: 'submission/refused',
      message: { problem: 'submission/titled', subject: '{x} <b> ${y}' },
      recipient: 'bo@example.net',
      more: 1_200,
    },
    '“{x} <b> ${y}” wasn’t sent to bo@example.net and 1,200 more.',
    '„{x} <b> ${y}“ wurde nicht an bo@example.net und 1.200 weitere gesendet.',
  ],
])('%o is said in both languages', (detail, inEnglish, inGerman) => {
  expect(sayProblem('en', detail)).toBe(inEnglish)
  expect(sayProblem('de', detail)).toBe(inGerman)
})
