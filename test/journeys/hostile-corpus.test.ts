import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../packages/server/src/kit/clock.ts'
import { systemRandom } from '../../packages/server/src/kit/random.ts'
import {
  createRenderer,
  frameScriptHash,
  inThisThread,
  type RenderInput,
} from '../../packages/server/src/safety/index.ts'
import { type Arrangement, type Judge, type Offences, openJudge } from '../fixtures/frame-judge.ts'
import { clientVectors } from '../fixtures/hostile-html/client-vectors.ts'
import { leakVectors } from '../fixtures/hostile-html/leak-vectors.ts'
import { mutations, mutationVectors } from '../fixtures/hostile-html/mutation-vectors.ts'
import { scriptVectors } from '../fixtures/hostile-html/script-vectors.ts'
import { judgeOrigin } from '../fixtures/request-sink.ts'

/** The arrangement of the web client: its policy, its sandbox. */
const asShipped: Arrangement = {
  policy:
    `default-src 'none'; script-src 'self' ${frameScriptHash}; style-src 'self' 'unsafe-inline'; ` +
    `img-src 'self' data:; connect-src 'self'; frame-src 'none'; base-uri 'none'; form-action 'self'`,
  sandbox: 'allow-popups allow-popups-to-escape-sandbox allow-scripts',
  reports: true,
}

/** Without any of the browser's help: only what the renderer took out protects. */
const unprotected: Arrangement = { reports: false }

/** Chosen anew for every run; a body that fails is named with what it did. */
const seed = Number(process.env['HOSTILE_SEED'] ?? systemRandom(4).readUInt32LE())
const generated = fc.sample(mutations, { numRuns: 128, seed })
const corpus = [
  ...new Set([...scriptVectors, ...leakVectors, ...mutationVectors, ...clientVectors, ...generated]),
]

const renderer = createRenderer({
  clock: systemClock,
  random: systemRandom,
  imageKey: 'k',
  run: inThisThread,
})

let judge: Judge
beforeAll(async () => {
  judge = await openJudge()
})

async function rendered(html: string, more: Partial<RenderInput> = {}): Promise<string> {
  const input = { html, text: null, inlineImages: {}, images: 'blocked' as const, theme: 'light' as const }
  return (await renderer.message_render({ ...input, origin: judgeOrigin, ...more })).srcdoc
}

/** Offences with the body that committed them, so that a failure can be replayed. */
function named(offences: Offences, bodies: readonly string[]): Record<string, string[]> {
  return Object.fromEntries([...offences].map(([index, deeds]) => [bodies[index] ?? 'the page', deeds]))
}

function withoutPolicy(document: string): string {
  return document.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
}

/** Pages of sixteen printed messages: more at once, and one may try to reach another. */
async function printed(images: RenderInput['images']): Promise<{ pages: string[]; bodies: string[] }> {
  const pages: string[] = []
  const bodies: string[] = []
  for (let first = 0; first < corpus.length; first += 16) {
    const some = corpus.slice(first, first + 16)
    const pieces = await Promise.all(some.map((html) => rendered(html, { shape: 'print', images })))
    pages.push(`<!doctype html><title>paper</title><body>${pieces.join('')}`)
    bodies.push(some.join('\n'))
  }
  return { pages, bodies }
}

test('the corpus is as large as it claims', () => {
  expect(new Set(scriptVectors).size).toBeGreaterThanOrEqual(150)
  expect(new Set(leakVectors).size).toBeGreaterThanOrEqual(180)
  expect(new Set(clientVectors).size).toBeGreaterThanOrEqual(120)
  expect(corpus.length).toBeGreaterThanOrEqual(650)
})

describe('the judge', () => {
  let control: Judge
  beforeAll(async () => {
    control = await openJudge()
  })

  test('catches raw bodies that run scripts, and those that send requests', async () => {
    const everyFifth = (vectors: readonly string[]) => vectors.filter((_, index) => index % 5 === 0)
    const scripts = await control.judge(everyFifth(scriptVectors), unprotected)
    const ran = [...scripts.values()].filter((deeds) => deeds.includes('said "script ran"'))
    expect(ran.length).toBeGreaterThan(12)
    const leaks = await control.judge(everyFifth(leakVectors), unprotected)
    const sent = [...leaks.values()].filter((deeds) => deeds.some((deed) => deed.includes('leak.test')))
    expect(sent.length).toBeGreaterThan(12)
  })

  test('catches a raw body even in our own arrangement, when it navigates, speaks or reaches the page', async () => {
    const talkative = `<script>parent.postMessage({ plmail: 'height', height: 1, extra: 1 }, '*')</script>`
    const wandering = `<meta http-equiv="refresh" content="0;url=https://leak.test/">`
    const allowing = { ...asShipped, policy: `script-src 'unsafe-inline'`, reports: false }
    const offences = await control.judge([talkative, wandering], allowing)
    // Where a page wanders to is at times told of without the frame it began in.
    expect([...offences.keys()]).toEqual(expect.arrayContaining([0, 1]))
    const reaching = await control.judge([`<script>parent.document.title = 'x'</script>`], unprotected)
    expect([...reaching.values()].flat()).toEqual([expect.stringMatching(/^changed the page/)])
  })

  test('hears in the end of what no request tells of', async () => {
    await control.judge([`<script>new WebSocket('wss://silent.leak.test/')</script>`], unprotected)
    expect(await control.close()).toContain('asked for silent.leak.test')
  })
})

describe(`${corpus.length} hostile bodies (HOSTILE_SEED=${seed})`, () => {
  test('do nothing in the frame of the web client, light or darkened', async () => {
    const looks = [{}, { theme: 'dark', darken: true }] as const
    const documents = await Promise.all(corpus.map((html, at) => rendered(html, looks[at % 2])))
    expect(named(await judge.judge(documents, asShipped), corpus)).toEqual({})
  })

  test('fetch nothing but proxied pictures in it when those are wanted', async () => {
    const drawn = await Promise.all(corpus.map((html) => rendered(html, { images: 'proxied' })))
    // The others are what they were in the test before.
    const pictures = corpus.filter((_, at) => drawn[at]?.includes('/mail/image-proxy?u='))
    const documents = drawn.filter((document) => document.includes('/mail/image-proxy?u='))
    const offences = await judge.judge(documents, { ...asShipped, mayProxy: true })
    expect(named(offences, pictures)).toEqual({})
    expect(judge.pictures.length).toBeGreaterThan(20)
  })

  test('do nothing on paper, even without policy and sandbox', async () => {
    const { pages, bodies } = await printed('blocked')
    expect(named(await judge.judge(pages, unprotected), bodies)).toEqual({})
  })

  test('fetch nothing but proxied pictures on paper, even without policy and sandbox', async () => {
    const { pages, bodies } = await printed('proxied')
    const offences = await judge.judge(pages, { ...unprotected, mayProxy: true })
    expect(named(offences, bodies)).toEqual({})
  })

  test('that read differently when parsed twice do nothing in a frame without policy and sandbox', async () => {
    const some = [...mutationVectors, ...generated]
    const documents = await Promise.all(some.map((html) => rendered(html)))
    expect(named(await judge.judge(documents.map(withoutPolicy), unprotected), some)).toEqual({})
  })

  // Last, when everything above has been shown in that browser.
  test('have left no connection and no name behind', async () => {
    expect(await judge.close()).toEqual([])
  })
})

afterAll(async () => {
  await renderer.close()
})
