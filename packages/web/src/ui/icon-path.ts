type Shape = readonly [tag: string, attributes: Readonly<Record<string, string | number | undefined>>]

/** How each icon is drawn, as the data of one path: one element whatever it is made of, for lists draw hundreds. */
export function pathsOf<Name extends string>(
  icons: Readonly<Record<Name, readonly Shape[]>>,
): Readonly<Record<Name, string>> {
  const paths = Object.entries<readonly Shape[]>(icons).map(([name, shapes]) => [name, pathOf(shapes)])
  return Object.fromEntries(paths) as Record<Name, string>
}

/** Only of shapes that icons consist of; anything else throws. */
function pathOf(shapes: readonly Shape[]): string {
  return shapes.map(([tag, attributes]) => segments(tag, attributes)).join('')
}

function segments(tag: string, attributes: Shape[1]): string {
  const n = (name: string): number => Number(attributes[name] ?? 0)
  switch (tag) {
    case 'path':
      // The relative first point of a subpath counts from the origin.
      return `M0 0${String(attributes['d'])}`
    case 'line':
      return `M${n('x1')} ${n('y1')}L${n('x2')} ${n('y2')}`
    case 'polyline':
      return `M${String(attributes['points'])}`
    case 'circle':
      // A filled one is a dot, which the pen makes by itself.
      if ('fill' in attributes) return `M${n('cx')} ${n('cy')}h.01`
      return `M${n('cx') - n('r')} ${n('cy')}${arc(n('r'), 2 * n('r'), 0)}${arc(n('r'), -2 * n('r'), 0)}z`
    case 'rect':
      return rounded({ x: n('x'), y: n('y'), width: n('width'), height: n('height'), r: n('rx') })
    default:
      throw new Error(`an icon with a ${tag}`)
  }
}

const arc = (r: number, dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`

interface RoundedRectangle {
  x: number
  y: number
  width: number
  height: number
  r: number
}

function rounded({ x, y, width, height, r }: RoundedRectangle): string {
  const [across, down] = [width - 2 * r, height - 2 * r]
  const sides = [
    `M${x + r} ${y}h${across}${arc(r, r, r)}`,
    `v${down}${arc(r, -r, r)}`,
    `h${-across}${arc(r, -r, -r)}`,
    `v${-down}${arc(r, r, -r)}z`,
  ]
  return sides.join('')
}
