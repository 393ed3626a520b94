/**
 * Part of the frame's script: gives a message written for white paper dark colours. It works on what the browser
 * computed, so style sheets, attributes and inheritance all count. Everything is read before anything is written,
 * because colours are inherited. Where a picture lies behind text nothing changes: its colours are not known here.
 */
export const frameDarken = `
  const darken = () => {
    const paper = [255, 255, 255]
    const ground = [27, 29, 33]
    const rgba = (text) => {
      const found = /^rgba?\\((\\d+), (\\d+), (\\d+)(?:, ([\\d.]+))?\\)$/.exec(text)
      if (!found) return undefined
      return { colour: [+found[1], +found[2], +found[3]], alpha: found[4] === undefined ? 1 : +found[4] }
    }
    const over = ({ colour, alpha }, below) => colour.map((part, at) => part * alpha + below[at] * (1 - alpha))
    const luminance = (colour) => {
      const [r, g, b] = colour.map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const contrast = (a, b) => {
      const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y)
      return (high + 0.05) / (low + 0.05)
    }
    const toHsl = (colour) => {
      const [r, g, b] = colour.map((part) => part / 255)
      const [low, high] = [Math.min(r, g, b), Math.max(r, g, b)]
      const light = (low + high) / 2
      const span = high - low
      if (span === 0) return [0, 0, light]
      const hue = high === r ? (g - b) / span : high === g ? 2 + (b - r) / span : 4 + (r - g) / span
      return [(hue * 60 + 360) % 360, span / (1 - Math.abs(2 * light - 1)), light]
    }
    const toRgb = ([hue, saturation, light]) => {
      const reach = saturation * Math.min(light, 1 - light)
      return [0, 8, 4].map((shift) => {
        const at = (shift + hue / 30) % 12
        return Math.round(255 * (light - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
      })
    }
    const css = (colour) => 'rgb(' + colour.map(Math.round).join(',') + ')'
    // Light ground becomes dark of the same hue; ground that is dark already is what its author wanted.
    const darkGround = (colour) => {
      if (luminance(colour) < 0.18) return colour
      const [hue, saturation, light] = toHsl(colour)
      // paper is the ground itself, so that no seam shows between the two
      return light > 0.97 ? ground : toRgb([hue, Math.min(saturation, 0.5), 0.118 + (1 - light) * 0.35])
    }
    const readable = (colour, behind) => {
      if (contrast(colour, behind) >= 4.5) return colour
      const [hue, saturation, light] = toHsl(colour)
      const isDarkBehind = luminance(behind) < 0.18
      let now = isDarkBehind ? Math.max(light, 1 - light) : Math.min(light, 1 - light)
      let found = toRgb([hue, saturation, now])
      while (contrast(found, behind) < 4.5 && now > 0 && now < 1) {
        now = Math.min(1, Math.max(0, now + (isDarkBehind ? 0.04 : -0.04)))
        found = toRgb([hue, saturation, now])
      }
      return found
    }
    const behind = new Map([[document.documentElement, { was: paper, is: ground, isKnown: true }]])
    const writes = []
    for (const element of [document.body, ...document.body.querySelectorAll('*')]) {
      const style = getComputedStyle(element)
      const below = behind.get(element.parentElement)
      if (!below) continue
      const own = rgba(style.backgroundColor)
      const isPainted = own === undefined || own.alpha > 0
      let here = below
      if (style.backgroundImage !== 'none') {
        here = { was: own && isPainted ? over(own, below.was) : below.was, is: undefined, isKnown: false }
        writes.push([element, 'background-color', css(here.was)])
      } else if (isPainted && (below.isKnown || (own && own.alpha === 1))) {
        const was = own ? over(own, below.was) : paper
        here = { was, is: darkGround(was), isKnown: true }
        writes.push([element, 'background-color', css(here.is)])
      }
      behind.set(element, here)
      const colour = rgba(style.color)
      if (!here.isKnown) {
        // the letters keep the colour they were given for white paper
        if (style.color === plain) writes.push([element, 'color', '#1f2328'])
        continue
      }
      if ([...element.childNodes].some((node) => node.nodeType === 3 && /\\S/.test(node.data))) {
        const shown = readable(colour ? over(colour, here.was) : [230, 232, 235], here.is)
        writes.push([element, 'color', css(shown)])
      }
      for (const side of ['top', 'right', 'bottom', 'left']) {
        if (style['border-' + side + '-style'] === 'none') continue
        const line = rgba(style['border-' + side + '-color'])
        if (!line || line.alpha === 0) continue
        const drawn = over(line, here.was)
        const dark = luminance(drawn) > 0.18 ? darkGround(drawn) : contrast(drawn, here.is) < 1.4 ? [109, 114, 123] : drawn
        writes.push([element, 'border-' + side + '-color', css(dark)])
      }
    }
    for (const [element, property, value] of writes) element.style.setProperty(property, value, 'important')
  }`
