import { accountsProblems } from './accounts.ts'
import { assistantProblems } from './assistant.ts'
import { calendarProblems } from './calendar.ts'
import { calendarSourceProblems } from './calendar-source.ts'
import { contactsProblems } from './contacts.ts'
import { eventLimitProblems } from './event-limits.ts'
import { healthProblems } from './health.ts'
import { instantProblems } from './instant.ts'
import { jmapProblems } from './jmap.ts'
import { mailLimitProblems } from './mail-limits.ts'
import { mailProblems } from './mail.ts'
import { mailServerProblems } from './mail-server.ts'
import { oauthProblems } from './oauth.ts'
import { otherProblems } from './other.ts'
import { peopleProblems } from './people.ts'
import { registrationProblems } from './registration.ts'
import { requestProblems } from './request.ts'
import { rulesProblems } from './rules.ts'
import { singleSignOnProblems } from './single-sign-on.ts'
import { webhookProblems } from './webhook.ts'

/** Every problem with the kinds of its parameters, by its code. A code is in one file of one area. */
export const declaredProblems = {
  ...otherProblems,
  ...accountsProblems,
  ...assistantProblems,
  ...mailServerProblems,
  ...oauthProblems,
  ...calendarSourceProblems,
  ...healthProblems,
  ...registrationProblems,
  ...instantProblems,
  ...webhookProblems,
  ...peopleProblems,
  ...singleSignOnProblems,
  ...requestProblems,
  ...mailProblems,
  ...mailLimitProblems,
  ...eventLimitProblems,
  ...jmapProblems,
  ...contactsProblems,
  ...calendarProblems,
  ...rulesProblems,
} as const
