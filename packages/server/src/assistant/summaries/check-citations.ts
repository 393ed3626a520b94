import { type CitedSentence, emailWireId, type MessageId } from '@plmail/wire'
import type { NumberedSentence } from '../types.ts'

/** A message as the model was shown it. */
export interface ShownMessage {
  number: number
  id: MessageId
  text: string
}

/** Fewer characters are in every message. */
const leastEvidence = 8

/** Checks each sentence: its message must be one that was shown, and the words it rests on must be in there. */
export function checkCitations<Section>(
  sentences: ReadonlyArray<NumberedSentence<Section>>,
  shown: readonly ShownMessage[],
): Array<CitedSentence<Section>> {
  const byNumber = new Map(shown.map((message) => [message.number, message]))
  return sentences.map(({ section, text, number, evidence }) => {
    const message = number === undefined ? undefined : byNumber.get(number)
    return {
      section,
      text,
      emailId: message ? emailWireId.encode(message.id) : null,
      isProven: message !== undefined && isIn(message.text, evidence),
    }
  })
}

function isIn(text: string, evidence: string): boolean {
  const words = comparable(evidence)
  return words.length >= leastEvidence && comparable(text).includes(words)
}

/** Models straighten quotation marks, dashes and blanks. */
function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replace(/[‘’‚‛`´]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[\s"'.…]+|[\s"'.…]+$/g, '')
}
