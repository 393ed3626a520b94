import { directions } from '@plmail/words/directions'
import { spoken } from './spoken.ts'

/** The way in which the screens are written, for the `dir` of the page. */
export const direction: 'ltr' | 'rtl' = directions[spoken]

/** 1 where later things stand to the right, -1 where they stand to the left: what CSS has logical properties for. */
export const towardsEnd = direction === 'rtl' ? -1 : 1
