import fc from 'fast-check'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../packages/server/src/kit/clock.ts'
import { systemRandom } from '../../packages/server/src/kit/random.ts'
import { createRenderer, frameScriptHash, inThisThread } from '../../packages/server/src/safety/index.ts'
import { launchChromium } from '../fixtures/chromium.ts'
import { type Arrangement, judge, type Offences } from '../fixtures/frame-judge.ts'
import { leakVectors } from '../fixtures/hostile-html/leak-vectors.ts'
import { mutations, mutationVectors } from '../fixtures/hostile-html/mutation-vectors.ts'
import { scriptVectors } from '../fixtures/hostile-html/script-vectors.ts'

const origin = 'https://plmail.test'

/** The arrangement of the web client: its policy, its sandbox. */
const asShipped: Arrangement = {
  policy:
    `default-src 'none'; script-src 'self' ${frameScriptHash}; style-src 'self' 'unsafe-inline'; ` +
    `img-src 'self' data:; connect-src 'self'; frame-src 'none'; base-uri 'none'; form-action 'self'`,
  sandbox: 'allow-popups allow-popups-to-escape-sandbox allow-scripts',
  reports: true,
}

/** Without any of the browser's help, the frame's own policy removed: only what the renderer took out protects. */
const unprotected: Arrangement = { reports: false }

const renderer = createRenderer({
  clock: systemClock,
  random: systemRandom,
  imageKey: 'k',
  run: inThisThread,
})

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser.close())

async function rendered(html: string, theme: 'light' | 'dark' = 'light'): Promise<string> {
  const input = { html, text: null, inlineImages: {}, images: 'blocked' as const, theme, origin }
  return (await renderer.message_render(input)).srcdoc
}

/** Offences with the body that committed them, so that a failure can be replayed. */
function named(offences: Offences, bodies: readonly string[]): Record<string, string[]> {
  return Object.fromEntries([...offences].map(([index, deeds]) => [bodies[index] ?? 'the page', deeds]))
}

function withoutPolicy(document: string): string {
  return document.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
}

async function offencesOf(vectors: readonly string[], arrangement: Arrangement) {
  const documents = await Promise.all(vectors.map((vector) => rendered(vector)))
  const bodies = arrangement.policy ? documents : documents.map(withoutPolicy)
  return named(await judge(browser, bodies, arrangement), vectors)
}

test('the corpus is as large as it claims', () => {
  expect(new Set(scriptVectors).size).toBeGreaterThanOrEqual(150)
  expect(new Set(leakVectors).size).toBeGreaterThanOrEqual(100)
})

describe('the judge', () => {
  test('catches raw bodies that run scripts', async () => {
    const offences = await judge(browser, scriptVectors, unprotected)
    const ran = [...offences.values()].filter((deeds) => deeds.includes('said "script ran"'))
    expect(ran.length).toBeGreaterThan(60)
  })

  test('catches raw bodies that send requests', async () => {
    const offences = await judge(browser, leakVectors, unprotected)
    const sent = [...offences.values()].filter((deeds) => deeds.some((deed) => deed.includes('leak.test')))
    expect(sent.length).toBeGreaterThan(60)
  })

  test('catches a raw body even in our own arrangement, when it navigates or speaks', async () => {
    const forged = `<script nonce="x">${'0'}</script>`
    const allowing = { ...asShipped, policy: `script-src 'unsafe-inline'`, reports: false }
    const talkative = `<script>parent.postMessage({ plmail: 'height', height: 1, extra: 1 }, '*')</script>${forged}`
    const wandering = `<meta http-equiv="refresh" content="0;url=https://leak.test/">`
    const offences = await judge(browser, [talkative, wandering], allowing)
    expect([...offences.keys()].sort()).toEqual([0, 1])
  })
})

describe('a rendered body in the frame of the web client', () => {
  test.each([
    ['script', scriptVectors],
    ['leak', leakVectors],
    ['mutation', mutationVectors],
  ])('runs no script, sends nothing, goes nowhere: %s vectors', async (_name, vectors) => {
    expect(await offencesOf(vectors, asShipped)).toEqual({})
  })

  test('nor does any of some two hundred mutations', async () => {
    expect(await offencesOf(fc.sample(mutations, 192), asShipped)).toEqual({})
  })
})

describe('a rendered body without policy and sandbox', () => {
  test.each([
    ['script', scriptVectors],
    ['leak', leakVectors],
    ['mutation', mutationVectors],
  ])('is harmless by itself: %s vectors', async (_name, vectors) => {
    expect(await offencesOf(vectors, unprotected)).toEqual({})
  })

  test('so is every one of some two hundred mutations', async () => {
    expect(await offencesOf(fc.sample(mutations, 192), unprotected)).toEqual({})
  })
})
