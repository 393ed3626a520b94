/**
 * Part of the frame's script: paints the words that the message was found by. The page around the frame writes them
 * into `data-marks` of the body's box before the frame is made, so that the frame still takes no orders; they are
 * painted (CSS Custom Highlight API), so that the message itself stays as it is. Each is folded text with blanks for
 * whatever stands between the words of a phrase, and whether the word may begin and end anywhere.
 */
export const frameMarks = `
  const mark = (wanted) => {
    if (!CSS.highlights || wanted.length === 0) return
    const bare = (text) => text.normalize('NFKD').replace(/[\\u0300-\\u036f\\u0591-\\u05c7\\u064b-\\u065f]+/g, '').toLowerCase()
    const quoted = (text) => text.replace(/[.*+?^$()|[\\]{}\\\\/]/g, '\\\\$&')
    const pattern = new RegExp(
      wanted
        .map(({ text, begins, ends }) => {
          const words = bare(text).split(' ').map(quoted).join('[^\\\\p{L}\\\\p{N}]+')
          return (begins ? '(?<![\\\\p{L}\\\\p{N}])' : '') + words + (ends ? '(?![\\\\p{L}\\\\p{N}])' : '')
        })
        .join('|'),
      'gu',
    )
    // More than anybody looks at, and less than takes time.
    let letters = 400000
    const found = new Highlight()
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    while (letters > 0 && found.size < 2000 && walker.nextNode()) {
      const { data } = walker.currentNode
      letters -= data.length
      const isAscii = /^[\\x00-\\x7f]*$/.test(data)
      let folded = isAscii ? data.toLowerCase() : ''
      const places = []
      for (let at = 0; !isAscii && at < data.length; ) {
        const letter = String.fromCodePoint(data.codePointAt(at))
        const plain = bare(letter)
        for (let n = 0; n < plain.length; n += 1) places.push(at)
        folded += plain
        at += letter.length
      }
      places.push(data.length)
      for (const { 0: match, index } of folded.matchAll(pattern)) {
        if (match === '') continue
        const range = new Range()
        range.setStart(walker.currentNode, isAscii ? index : places[index])
        range.setEnd(walker.currentNode, isAscii ? index + match.length : places[index + match.length])
        found.add(range)
      }
    }
    CSS.highlights.set('plmail-found', found)
  }`
