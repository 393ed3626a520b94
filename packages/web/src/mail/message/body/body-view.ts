import type { RenderedBody } from '@plmail/wire'
import { laidOut, type Layers, loadedLayers, settled } from './body-layers.ts'

/** How a body is to be drawn; another choice is another version of it. */
export interface BodyWish {
  readonly images: 'blocked' | 'proxied'
  readonly prefersDark: boolean
  readonly darken: boolean | 'simple'
  readonly isFixedWidth: boolean
  /** The search whose words are marked. */
  readonly query: string | undefined
}

export interface BodyState {
  /** The version that is read, and behind it the version that is to take its place. */
  readonly layers: Layers<RenderedBody>
  /** No version could be loaded. */
  readonly hasFailed: boolean
  /** Number of pictures of the version on screen that did not come. */
  readonly failedPictures: number
}

/** A message as it is drawn, and drawn anew whenever the wish changes. */
export interface BodyView {
  readonly state: BodyState
  /** Loads and lays out the version that is wished at present. An answer to a former wish is dropped. */
  render(): Promise<void>
  /** The version is rendered, and takes the place of the version on screen. */
  settle(key: string): void
  notePictures(failed: number): void
}

interface BodyViewNeeds {
  /** The wish of this moment. */
  wish(): BodyWish
  load(wish: BodyWish): Promise<RenderedBody | undefined>
  /** Marks the words of a search. */
  mark(body: RenderedBody, query: string): Promise<RenderedBody>
  /** Called with each new state. */
  show(state: BodyState): void
}

export function createBodyView({ wish: readWish, load, mark, show }: BodyViewNeeds): BodyView {
  let state: BodyState = { layers: [], hasFailed: false, failedPictures: 0 }
  const update = (changed: Partial<BodyState>): void => show((state = { ...state, ...changed }))

  return {
    get state() {
      return state
    },
    async render() {
      const wish = readWish()
      const key = keyOf(wish)
      const present = loadedLayers(state.layers, key)
      if (present) return update({ layers: present })
      const body = await load(wish)
      if (!body) return update({ hasFailed: true })
      const marked = wish.query === undefined ? body : await mark(body, wish.query)
      if (key !== keyOf(readWish())) return
      update({ layers: laidOut(state.layers, key, marked), hasFailed: false, failedPictures: 0 })
    },
    settle: (key) => update({ layers: settled(state.layers, key) }),
    notePictures: (failed) => update({ failedPictures: failed }),
  }
}

const keyOf = ({ images, prefersDark, darken, isFixedWidth, query }: BodyWish): string =>
  [images, prefersDark, darken, isFixedWidth, query].join(' ')
