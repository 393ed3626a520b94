import type { AssistantUser } from '../../assistant/index.ts'
import type { SignedIn } from '../../people/index.ts'

/** The part of a signed-in user that the assistant has to know. */
export const assistantUserOf = ({ user }: SignedIn): AssistantUser => ({
  id: user.id,
  name: user.name,
  language: user.language,
  timeZone: user.timeZone,
})
