import { describe, expect, test } from 'vitest'
import type { SendQuestion } from './questions.ts'
import { createSendFlow, type SendState, type SendTools, type SendWish } from './send-flow.ts'

const now = { when: { holdSeconds: 10 }, archives: false }

/** A message whose tools ask `questions`, refuse for `obstacle`, and answer `refusal` when it is sent. */
function message(about: { questions?: SendQuestion[]; obstacle?: string; refusal?: string } = {}) {
  const happened: string[] = []
  const states: SendState[] = []
  const sent: SendWish[] = []
  let state = about
  let hold: Promise<void> = Promise.resolve()
  const tools: SendTools = {
    obstacle: () => state.obstacle,
    questions: () => state.questions ?? [],
    send({ ...when }) {
      happened.push(`sent ${JSON.stringify(when)}`)
      return hold.then(() => state.refusal)
    },
  }
  const flow = createSendFlow({
    fill: () => {
      happened.push('filled')
      return Promise.resolve()
    },
    tools,
    show: (shown) => void states.push(shown),
    onSent: (wish) => void sent.push(wish),
  })
  return {
    flow,
    happened,
    sent,
    states,
    last: () => states.at(-1),
    edit: (next: typeof about) => (state = next),
    /** Sending ends when the function that is answered is called. */
    slow() {
      let end: () => void = () => undefined
      hold = new Promise((resolve) => (end = resolve))
      return end
    },
  }
}

describe('a message without questions', () => {
  test('is filled in and then goes, and says so once', async () => {
    const { flow, happened, sent } = message()
    await flow.begin(now)
    expect(happened).toEqual(['filled', 'sent {"holdSeconds":10}'])
    expect(sent).toEqual([now])
  })

  test('shows that it is on its way, and then no more', async () => {
    const { flow, states } = message()
    await flow.begin(now)
    expect(states).toEqual([{ isSending: true }, { problem: undefined }])
  })

  test('does not go while something speaks against it', async () => {
    const { flow, happened, sent, last } = message({ obstacle: 'nobody to write to' })
    await flow.begin(now)
    expect(happened).toEqual(['filled'])
    expect(last()).toEqual({ problem: 'nobody to write to' })
    expect(sent).toEqual([])
  })

  test('stays with the reason where the server refuses it, and goes when that is mended', async () => {
    const { flow, sent, last, edit } = message({ refusal: 'quota' })
    await flow.begin(now)
    expect(last()).toEqual({ problem: 'quota' })
    expect(sent).toEqual([])
    edit({})
    await flow.begin(now)
    expect(sent).toEqual([now])
  })
})

describe('a message with questions', () => {
  test('is asked about one after the other, and goes with the last answer', async () => {
    const { flow, sent, last } = message({ questions: ['subject', 'many'] })
    await flow.begin(now)
    expect(last()).toEqual({ question: 'subject' })
    await flow.agree('subject')
    expect(last()).toEqual({ question: 'many' })
    expect(sent).toEqual([])
    await flow.agree('many')
    expect(sent).toEqual([now])
  })

  test('goes the way it was told to at first: later, and with its conversation archived', async () => {
    const later = { when: { at: new Date('2026-11-25T08:00:00Z') }, archives: true }
    const { flow, sent, happened } = message({ questions: ['attachment'] })
    await flow.begin(later)
    await flow.agree('attachment')
    expect(happened.at(-1)).toBe('sent {"at":"2026-11-25T08:00:00.000Z"}')
    expect(sent).toEqual([later])
  })

  test('is asked about again when it is sent anew', async () => {
    const { flow, last } = message({ questions: ['subject', 'many'] })
    await flow.begin(now)
    await flow.agree('subject')
    await flow.begin(now)
    expect(last()).toEqual({ question: 'subject' })
  })

  test('is judged as it is after the answer: what is missing by then is said', async () => {
    const { flow, last, edit } = message({ questions: ['subject'] })
    await flow.begin(now)
    edit({ questions: ['subject'], obstacle: 'a file is still uploading' })
    await flow.agree('subject')
    expect(last()).toEqual({ problem: 'a file is still uploading' })
  })
})

describe('a message on its way', () => {
  test('is not sent a second time', async () => {
    const { flow, happened, slow, sent } = message()
    const end = slow()
    const first = flow.begin(now)
    await flow.begin(now)
    end()
    await first
    expect(happened.filter((name) => name.startsWith('sent'))).toHaveLength(1)
    expect(sent).toHaveLength(1)
  })

  test('goes on showing that it is on its way when it is told to go again', async () => {
    const { flow, last, slow } = message()
    const end = slow()
    const first = flow.begin(now)
    await flow.begin(now)
    expect(last()).toEqual({ isSending: true })
    end()
    await first
    expect(last()).toEqual({ problem: undefined })
  })
})
