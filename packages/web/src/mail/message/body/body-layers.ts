/** One version of a message as it is laid out: with images or without, darker, in another font. */
interface Layer<Body> {
  /** Key by which the version differs from the others. */
  readonly key: string
  readonly body: Body
  /** It can be seen. */
  readonly isReady: boolean
}

/** The one that is read, and at most one behind it that is to take its place. */
export type Layers<Body> = readonly Layer<Body>[]

/**
 * Returns the remaining layers when the wanted version is loaded already; undefined when it has to be fetched. Going
 * back to the version being read before the other was ready cancels the other.
 */
export function here<Body>(layers: Layers<Body>, key: string): Layers<Body> | undefined {
  const [read] = layers
  if (read?.key === key) return [read]
  return layers.at(-1)?.key === key ? layers : undefined
}

/** A version has come: it is laid out behind the one that is read. The same may have come before, by another way. */
export function laidOut<Body>(layers: Layers<Body>, key: string, body: Body): Layers<Body> {
  const read = layers.filter(({ isReady }) => isReady).slice(0, 1)
  return here(layers, key) ?? [...read, { key, body, isReady: false }]
}

/** A version can be seen, and the one before it goes. One that has been given up meanwhile changes nothing. */
export function settled<Body>(layers: Layers<Body>, key: string): Layers<Body> {
  const shown = layers.find((layer) => layer.key === key)
  return shown ? [{ ...shown, isReady: true }] : layers
}
