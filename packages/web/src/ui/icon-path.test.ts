import { expect, test } from 'vitest'
import { pathsOf } from './icon-path.ts'

test('an icon of several shapes is one path, each shape where it was', () => {
  const shapes = [
    ['path', { d: 'm21 15-3 3' }],
    ['line', { x1: '2', y1: 3, x2: '4', y2: '5' }],
    ['polyline', { points: '22 12 16 12' }],
    ['circle', { cx: '9', cy: '9', r: '2' }],
    ['circle', { cx: '7.5', cy: '7.5', r: '.5', fill: 'currentColor' }],
    ['rect', { x: '3', y: '4', width: '18', height: '17', rx: '2' }],
  ] as const
  expect(pathsOf({ icon: shapes }).icon).toBe(
    [
      'M0 0m21 15-3 3',
      'M2 3L4 5',
      'M22 12 16 12',
      'M7 9a2 2 0 0 1 4 0a2 2 0 0 1 -4 0z',
      'M7.5 7.5h.01',
      'M5 4h14a2 2 0 0 1 2 2v13a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-13a2 2 0 0 1 2 -2z',
    ].join(''),
  )
})

test('a shape that no icon has is not left out in silence', () => {
  expect(() => pathsOf({ icon: [['ellipse', { rx: '2' }]] })).toThrow('ellipse')
})
