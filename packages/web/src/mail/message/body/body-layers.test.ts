import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadedLayers, laidOut, settled, type Layers } from './body-layers.ts'

const keysOf = (layers: Layers<string>) => layers.map(({ key }) => key)
const read = settled(laidOut([], 'light', 'a'), 'light')

test('another version waits behind the one that is read, and takes its place once it can be seen', () => {
  const both = laidOut(read, 'dark', 'b')
  expect(keysOf(both)).toEqual(['light', 'dark'])
  expect(settled(both, 'dark')).toEqual([{ key: 'dark', body: 'b', isReady: true }])
})

test('who goes back before the other is ready keeps what is read, once', () => {
  const back = loadedLayers(laidOut(read, 'dark', 'b'), 'light')
  expect(back).toEqual(read)
  expect(keysOf(laidOut(laidOut(read, 'dark', 'b'), 'light', 'c'))).toEqual(['light'])
  expect(settled(back!, 'dark')).toEqual(read)
})

test('in whatever order versions are wanted, come and are ready, none is there twice and the message stays', () => {
  const key = fc.constantFrom('light', 'dark', 'images')
  const step = fc.tuple(fc.constantFrom('want', 'come', 'ready'), key)
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let layers: Layers<string> = read
      for (const [what, version] of steps) {
        if (what === 'want') layers = loadedLayers(layers, version) ?? layers
        else layers = what === 'come' ? laidOut(layers, version, version) : settled(layers, version)
        expect(new Set(keysOf(layers)).size).toBe(layers.length)
        expect([layers.length <= 2, layers[0]?.isReady]).toEqual([true, true])
      }
    }),
  )
})
