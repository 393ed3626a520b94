import type { FalseLink } from '@plmail/wire'

/** Links that show another site than they lead to. */
export const falseLinks = {
  notice: ({ shown, leadsTo }: FalseLink, n: number) =>
    `${n === 1 ? 'A link' : 'Some links'} in this message may be dangerous: ${n === 1 ? 'it' : 'one'} shows ${shown} but leads to ${leadsTo}. Do not enter a password there.`,
  title: 'Open this link?',
  text: (shown: string, leadsTo: string) =>
    `This link shows ${shown} but leads to ${leadsTo}. Open it anyway?`,
  open: 'Open anyway',
}
