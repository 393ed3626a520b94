/**
 * Whether the text is on the clipboard now. Browsers give none to pages without https, and may refuse it: what is to be
 * copied is shown as well, where a click selects it.
 */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
