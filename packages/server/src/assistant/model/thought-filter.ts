const begin = '<think>'
const end = '</think>'

/**
 * Lets an answer through without the thoughts before it: where nothing on the way takes them out, models that reason write
 * them into the answer, between these marks. They are nobody's text, and least of all a draft's.
 */
export function createThoughtFilter(onText: (text: string) => void): {
  push(text: string): void
  end(): void
} {
  let state: 'before' | 'thinking' | 'answering' = 'before'
  let waiting = ''
  let hasThought = false
  const pass = () => {
    state = 'answering'
    // The blank line is the thoughts', not the answer's.
    const text = hasThought ? waiting.trimStart() : waiting
    if (text !== '') onText(text)
  }
  const read = () => {
    if (state === 'before') {
      const start = waiting.trimStart()
      if (start.startsWith(begin)) state = 'thinking'
      else if (!begin.startsWith(start)) return pass()
    }
    const at = state === 'thinking' ? waiting.indexOf(end) : -1
    if (at < 0) return
    state = 'before'
    hasThought = true
    waiting = waiting.slice(at + end.length)
    read()
  }
  return {
    push: (text) => {
      if (state === 'answering') return onText(text)
      waiting += text
      read()
    },
    end: () => {
      if (state === 'before') pass()
    },
  }
}
