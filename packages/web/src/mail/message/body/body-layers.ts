/** One version of a message as it is laid out: with images or without, darker, in another font. */
interface Layer<Body> {
  /** Key by which the version differs from the others. */
  readonly key: string
  readonly body: Body
  /** Whether it is rendered. */
  readonly isReady: boolean
}

/** The version on screen, and at most one behind it that will replace it. */
export type Layers<Body> = readonly Layer<Body>[]

/**
 * Returns the remaining layers when the version is loaded already; undefined when it has to be fetched. Going back to
 * the version on screen cancels one that is not rendered yet.
 */
export function loadedLayers<Body>(layers: Layers<Body>, key: string): Layers<Body> | undefined {
  const [read] = layers
  if (read?.key === key) return [read]
  return layers.at(-1)?.key === key ? layers : undefined
}

/** Adds a loaded version behind the one on screen. It may have been loaded before, by another way. */
export function laidOut<Body>(layers: Layers<Body>, key: string, body: Body): Layers<Body> {
  const read = layers.filter(({ isReady }) => isReady).slice(0, 1)
  return loadedLayers(layers, key) ?? [...read, { key, body, isReady: false }]
}

/** Replaces the version on screen by a rendered one. A version that was cancelled meanwhile changes nothing. */
export function settled<Body>(layers: Layers<Body>, key: string): Layers<Body> {
  const shown = layers.find((layer) => layer.key === key)
  return shown ? [{ ...shown, isReady: true }] : layers
}
