import { familyAndFriends } from './family-and-friends.ts'
import { houseAndErrands } from './house-and-errands.ts'
import type { Scene } from './scene.ts'

/** A winter at home: a journey, a move, a birthday, and everything in between. */
export const home: readonly Scene[] = [...familyAndFriends, ...houseAndErrands]
