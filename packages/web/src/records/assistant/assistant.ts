import type {
  AssistantChoices,
  AssistantChoicesForm,
  AssistantForm,
  AssistantSettings,
  AssistantTest,
} from '@plmail/wire'
import type { Answer, Http } from '../../net/index.ts'

/** The assistant as its user and the administrator set it. Nothing is cached: every call fetches. */
export interface AssistantRecords {
  choices(): Promise<Answer<AssistantChoices>>
  choose(form: AssistantChoicesForm): Promise<Answer<AssistantChoices>>
  settings(): Promise<Answer<AssistantSettings>>
  save(form: AssistantForm): Promise<Answer<AssistantSettings>>
  test(): Promise<Answer<AssistantTest>>
}

export function createAssistantRecords(http: Http): AssistantRecords {
  return {
    choices: () => http.call('GET', '/api/assistant'),
    choose: (form) => http.call('POST', '/api/assistant', form),
    settings: () => http.call('GET', '/api/admin/assistant'),
    save: (form) => http.call('POST', '/api/admin/assistant', form),
    test: () => http.call('POST', '/api/admin/assistant/test'),
  }
}
