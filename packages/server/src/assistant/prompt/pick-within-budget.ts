import type { SummaryCoverage } from '@plmail/wire'

/** A message as a source that is read only when there is room for it. */
export interface TextSource<Source> {
  source: Source
  read(): Promise<string>
}

export interface PickedText<Source> {
  source: Source
  text: string
}

export interface PromptBudget {
  /** Characters of all together. */
  total: number
  /** Of one message. */
  each: number
}

/** What is left over for less than this is not worth beginning a message. */
const leastWorth = 200

/**
 * The rule by which a long conversation is cut: the first message, which says what it is about, and as many of the newest
 * as there is room for. Each gives at most its share; sources are oldest first, and so is the answer.
 */
export async function pickWithinBudget<Source>(
  sources: ReadonlyArray<TextSource<Source>>,
  budget: PromptBudget,
): Promise<{ picked: Array<PickedText<Source>>; coverage: SummaryCoverage }> {
  const [first, ...others] = sources
  const { picked, shortened } = await pickInOrder([...(first ? [first] : []), ...others.toReversed()], budget)
  const [opening, ...rest] = picked
  return {
    picked: [...(opening ? [opening] : []), ...rest.toReversed()],
    coverage: { messages: sources.length, read: picked.length, shortened },
  }
}

/** As many as there is room for, the first ones first. `shortened`: how many of them were cut. */
export async function pickInOrder<Source>(
  sources: ReadonlyArray<TextSource<Source>>,
  { total, each }: PromptBudget,
): Promise<{ picked: Array<PickedText<Source>>; shortened: number }> {
  const picked: Array<PickedText<Source>> = []
  let room = total
  let shortened = 0
  for (const { source, read } of sources) {
    if (room < leastWorth) break
    const whole = (await read()).trim()
    const text = cutAtWord(whole, Math.min(each, room))
    if (text.length < whole.length) shortened++
    room -= text.length
    picked.push({ source, text })
  }
  return { picked, shortened }
}

function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), length - 80)).replace(/[\uD800-\uDBFF]$/, '')
}
