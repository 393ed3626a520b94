/** The parts of one message, as byte offsets into its raw form. */
export interface MimeTree {
  root: MimePart
}

/**
 * One body part with the properties of RFC 8621 §4.1.4. Header fields are not kept: `headerRows` reads them
 * from the bytes between `start` and `bodyStart` whenever they are wanted.
 */
export interface MimePart {
  /** IMAP-like path, "1" or "1.2"; null for a multipart. */
  partId: string | null
  /** Lower case, `type/subtype`. */
  type: string
  /** As declared; the implicit "us-ascii" for text without one; null for everything but text. */
  charset: string | null
  /** Lower case, without parameters. */
  disposition: string | null
  /** The file name, decoded. */
  name: string | null
  /** Content-ID without angle brackets. */
  cid: string | null
  language: string[] | null
  location: string | null
  /** Content-Transfer-Encoding in lower case; "7bit" when absent. */
  encoding: string
  /** Octets after transfer decoding; of a multipart the octets between its header and its end. */
  size: number
  /** First octet of the header. */
  start: number
  /** First octet of the body. */
  bodyStart: number
  /** One past the last octet of the body. */
  end: number
  subParts: MimePart[]
}

/** Deeper or more numerous parts than real mail has; what lies beyond becomes one leaf to download. */
export const maxDepth = 60
export const maxParts = 2_000

/** The type of what lies beyond the limits. */
export const unparsedType = 'application/octet-stream'

/** Every part that is no multipart, in the order of the message. */
export function leafParts(tree: MimeTree): MimePart[] {
  const leaves: MimePart[] = []
  const visit = (part: MimePart): void => {
    if (part.partId !== null) leaves.push(part)
    part.subParts.forEach(visit)
  }
  visit(tree.root)
  return leaves
}

/** The parts that may hold a message about a meeting (RFC 6047); some senders attach it as a file only. */
export function calendarParts(tree: MimeTree): MimePart[] {
  return leafParts(tree).filter(({ type }) => /^(text\/calendar|application\/ics)$/i.test(type))
}

/** The leaf with this partId. */
export function findPart(tree: MimeTree, partId: string): MimePart | undefined {
  return leafParts(tree).find((part) => part.partId === partId)
}

export function isMultipart(part: MimePart): boolean {
  return part.partId === null
}
