import type { RenderedBody } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { type BodyState, type BodyWish, createBodyView } from './body-view.ts'

const plainWish: BodyWish = {
  images: 'blocked',
  prefersDark: false,
  darken: false,
  isFixedWidth: false,
  query: undefined,
}
const rendered = (srcdoc: string): RenderedBody => ({
  id: 'M1',
  srcdoc,
  blockedImages: 0,
  isPlainText: false,
  inlineImages: [],
  isDark: false,
  mayDarken: true,
  warning: null,
  isTrusted: false,
  authentication: null,
  receipt: null,
})

/** A message whose versions come when the test lets them. */
function drawing() {
  let wish = plainWish
  const loads: Array<{ wish: BodyWish; settle: (body: RenderedBody | undefined) => void }> = []
  const states: BodyState[] = []
  const view = createBodyView({
    wish: () => wish,
    load: (loaded) => new Promise((settle) => void loads.push({ wish: loaded, settle })),
    mark: async (body, query) => ({ ...body, srcdoc: `${body.srcdoc} marked ${query}` }),
    show: (state) => void states.push(state),
  })
  const texts = () => view.state.layers.map(({ body }) => body.srcdoc)
  async function draw(changed: Partial<BodyWish>, body: RenderedBody | undefined): Promise<void> {
    wish = { ...wish, ...changed }
    const rendering = view.render()
    loads.at(-1)?.settle(body)
    await rendering
  }
  return {
    view,
    loads,
    states,
    texts,
    draw,
    choose: (changed: Partial<BodyWish>) => (wish = { ...wish, ...changed }),
  }
}

describe('the body of a message', () => {
  test('is laid out once it is loaded, and read once it is rendered', async () => {
    const { view, texts, draw, states } = drawing()
    await draw({}, rendered('first'))
    expect(view.state.layers).toMatchObject([{ isReady: false }])
    view.settle(view.state.layers[0]?.key ?? '')
    expect(view.state.layers).toMatchObject([{ isReady: true }])
    expect(texts()).toEqual(['first'])
    expect(states.at(-1)).toEqual(view.state)
  })

  test('with pictures waits behind the one that is read', async () => {
    const { view, texts, draw } = drawing()
    await draw({}, rendered('without'))
    view.settle(view.state.layers[0]?.key ?? '')
    await draw({ images: 'proxied' }, rendered('with'))
    expect(texts()).toEqual(['without', 'with'])
    view.settle(view.state.layers[1]?.key ?? '')
    expect(texts()).toEqual(['with'])
  })

  test('that was wished a moment ago and comes late is dropped', async () => {
    const { view, loads, texts, choose } = drawing()
    const late = view.render()
    choose({ isFixedWidth: true })
    const wished = view.render()
    loads[1]?.settle(rendered('monospaced'))
    await wished
    loads[0]?.settle(rendered('as before'))
    await late
    expect(texts()).toEqual(['monospaced'])
  })

  test('goes back to the one on screen without loading it again', async () => {
    const { view, loads, texts, draw, choose } = drawing()
    await draw({}, rendered('light'))
    view.settle(view.state.layers[0]?.key ?? '')
    await draw({ prefersDark: true, darken: true }, rendered('dark'))
    choose({ prefersDark: false, darken: false })
    await view.render()
    expect(loads).toHaveLength(2)
    expect(texts()).toEqual(['light'])
  })

  test('opened from a search has its words marked', async () => {
    const { texts, draw } = drawing()
    await draw({ query: 'boat' }, rendered('A boat'))
    expect(texts()).toEqual(['A boat marked boat'])
  })

  test('that cannot be loaded says so, and no more when another try brings it', async () => {
    const { view, draw } = drawing()
    await draw({}, undefined)
    expect(view.state).toMatchObject({ hasFailed: true, layers: [] })
    await draw({}, rendered('there'))
    expect(view.state.hasFailed).toBe(false)
  })

  test('keeps the version that is read when another one cannot be loaded', async () => {
    const { view, texts, draw } = drawing()
    await draw({}, rendered('without'))
    view.settle(view.state.layers[0]?.key ?? '')
    await draw({ images: 'proxied' }, undefined)
    expect(texts()).toEqual(['without'])
  })

  test('counts the pictures that did not come anew with each version', async () => {
    const { view, draw } = drawing()
    await draw({}, rendered('without'))
    view.notePictures(3)
    expect(view.state.failedPictures).toBe(3)
    await draw({ images: 'proxied' }, rendered('with'))
    expect(view.state.failedPictures).toBe(0)
  })
})
