import type { EmailAddress, Identity } from '@plmail/wire'

/** An identity as it is typed. */
export interface IdentityFormFields {
  name: string
  replyTo: string
  bcc: string
}

export function fieldsOf({ name, replyTo, bcc }: Identity): IdentityFormFields {
  return { name, replyTo: typed(replyTo), bcc: typed(bcc) }
}

const typed = (addresses: EmailAddress[] | null): string =>
  (addresses ?? []).map(({ email }) => email).join(', ')

/** Returns the changes to send, or the fields that hold no address. */
export function changesOf(
  fields: IdentityFormFields,
): { changes: Pick<Identity, 'name' | 'replyTo' | 'bcc'> } | { wrong: ReadonlyArray<'replyTo' | 'bcc'> } {
  const [replyTo, bcc] = [addressesIn(fields.replyTo), addressesIn(fields.bcc)]
  const wrong = [...(replyTo ? [] : (['replyTo'] as const)), ...(bcc ? [] : (['bcc'] as const))]
  if (!replyTo || !bcc) return { wrong }
  const orNull = (list: EmailAddress[]) => (list.length === 0 ? null : list)
  return { changes: { name: fields.name.trim(), replyTo: orNull(replyTo), bcc: orNull(bcc) } }
}

/** Parses addresses separated by commas; undefined when one of them is invalid. */
function addressesIn(text: string): EmailAddress[] | undefined {
  const parts = text.split(',').flatMap((part) => part.trim() || [])
  return parts.every(isAddress) ? parts.map((email) => ({ name: null, email })) : undefined
}

/** As a person would write one; the server knows better. */
export const isAddress = (text: string): boolean => /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(text)
