import type { AssistantChoices } from '@plmail/wire'
import type { Http } from '../../net/index.ts'
import { createAssistantRecords } from './assistant.ts'

/** Fetched once in the life of a page; a change in the settings counts from the next one on. */
let choices: Promise<AssistantChoices | undefined> | undefined

/** What the assistant may do for this user; undefined when that cannot be had now. */
export const loadOwnChoices = (http: Http): Promise<AssistantChoices | undefined> =>
  (choices ??= createAssistantRecords(http)
    .choices()
    .then((answer) => {
      // Without an answer the next one asks again.
      if (!answer.ok) choices = undefined
      return answer.ok ? answer.value : undefined
    }))
