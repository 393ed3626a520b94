/**
 * Facts that rooms publish for rooms which need them at run time and are made later. What is published, and who must hear
 * it, stands in facts.ts.
 */
export { createEvents, type Events } from './create-events.ts'
export {
  type FactName,
  requiredSubscribers,
  type SignInChange,
  signInChanges,
  type Subscriber,
} from './facts.ts'
