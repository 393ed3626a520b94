import { describe, expect, test } from 'vitest'
import { rowsDrawn } from './row-heights.ts'

describe('the rows of a list', () => {
  const wide = 700
  /** Beside a reading pane, in a window of 1440 px. */
  const besideReading = 515

  test('have the height that was chosen, and two lines where it has room for them', () => {
    expect(rowsDrawn('compact', wide, false)).toEqual({ height: 32, hasTwoLines: false })
    expect(rowsDrawn('cosy', wide, false)).toEqual({ height: 40, hasTwoLines: false })
    expect(rowsDrawn('airy', wide, false)).toEqual({ height: 52, hasTwoLines: true })
  })

  test('have two lines whatever was chosen where one has no room for a subject', () => {
    expect(rowsDrawn('compact', 364, false)).toEqual({ height: 52, hasTwoLines: true })
    expect(rowsDrawn('cosy', 364, false)).toEqual({ height: 52, hasTwoLines: true })
  })

  test('have two lines beside a reading pane, unless the densest were chosen', () => {
    expect(rowsDrawn('cosy', besideReading, false)).toEqual({ height: 52, hasTwoLines: true })
    expect(rowsDrawn('compact', besideReading, false)).toEqual({ height: 32, hasTwoLines: false })
  })

  test('are as high as thumbs need them on a phone', () => {
    expect(rowsDrawn('compact', 390, true)).toEqual({ height: 64, hasTwoLines: true })
  })

  test('do not change once the list has been measured and has room', () => {
    expect(rowsDrawn('cosy', 0, false)).toEqual(rowsDrawn('cosy', wide, false))
  })
})
