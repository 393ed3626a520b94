import { delivery } from '@plmail/words/load/delivery'
import { spoken } from './spoken.ts'

export const deliveryWords = (await delivery[spoken]()).delivery
