import { catalogueOf } from '@plmail/words'
import type { User } from '../user.ts'

/** The name of a device that gave none, in the language of its user. */
export const unnamedDevice = ({ language }: User): string => catalogueOf(language).storedNames.pairedDevice
