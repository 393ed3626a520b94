import { mail } from '@plmail/words/load/mail'
import { spoken } from './spoken.ts'

export const threadWords = (await mail[spoken]()).thread
