/** Characters that show nothing, but for the two joiners. */
const invisible = String.raw`\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0`
const anyPadding = new RegExp(`[${invisible}\\u200c\\u200d]`)
const invisibleRun = new RegExp(`[${invisible}]+`, 'g')

/**
 * Takes out characters that show nothing: what newsletters fill the preview line with, soft hyphens, marks that
 * turn the reading direction. A single joiner inside a word stays, since scripts and emoji need it.
 */
export function withoutPadding(text: string): string {
  if (!anyPadding.test(text)) return text
  return text.replace(invisibleRun, '').replace(/[\s\u200c\u200d]+/g, (run) => {
    if (run.length === 1 || !/[\u200c\u200d]/.test(run)) return run
    return run.includes('\n') ? '\n' : ' '
  })
}
