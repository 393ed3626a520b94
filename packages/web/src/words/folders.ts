import { mail } from '@plmail/words/load/mail'
import { spoken } from './spoken.ts'

export const folderWords = (await mail[spoken]()).folders
