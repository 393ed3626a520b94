/** One bar of a picture over time, in units of its box. */
export interface TrafficBar {
  x: number
  y: number
  width: number
  height: number
}

export const barBox = { width: 120, height: 24 } as const

/** A value that is not nothing is to be seen. */
const minHeight = 1
const gap = 1

/** Lays the values out from left to right; the greatest is as high as the box. */
export function layOutBars(values: readonly number[]): TrafficBar[] {
  const most = Math.max(1, ...values)
  const width = barBox.width / Math.max(1, values.length)
  return values.flatMap((value, at) => {
    if (value <= 0) return []
    const height = Math.max(minHeight, (value / most) * barBox.height)
    return [{ x: at * width, y: barBox.height - height, width: Math.max(1, width - gap), height }]
  })
}

/** Where the greatest value is; undefined where there is none. */
export function greatest(values: readonly number[]): { at: number; value: number } | undefined {
  const value = Math.max(0, ...values)
  return value === 0 ? undefined : { at: values.indexOf(value), value }
}
