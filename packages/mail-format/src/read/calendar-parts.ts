import { leafParts, type MimePart, type MimeTree } from './tree.ts'

/** The parts that may hold a message about a meeting (RFC 6047); some senders attach it as a file only. */
export function calendarParts(tree: MimeTree): MimePart[] {
  return leafParts(tree).filter(({ type }) => /^(text\/calendar|application\/ics)$/i.test(type))
}
