import { counted } from '../numbers.ts'

/** Searching mail. */
export const search = {
  label: 'Search mail',
  placeholder: 'Search mail, or press /',
  results: 'Search results',
  nothing: 'Nothing matches this search. Take a part of it away above, or try other words.',
  understood: 'Understood as',
  take: (part: string) => `Take away ${part}`,
  save: 'Keep this search',
  saved: 'The search is kept beside the folders',
  notSaved: 'The search could not be kept.',
  kept: 'Searches',
  forget: (name: string) => `Forget the search ${name}`,
  forgotten: (name: string) => `The search ${name} is forgotten`,
  clear: 'End the search',
  unsearched: (n: number) =>
    `${counted(n, 'message', 'messages')} could not be searched yet: still being read.`,
  attachmentsUnsearched: (n: number) =>
    `The attachments of ${counted(n, 'message', 'messages')} could not be searched yet: still being read.`,
}
