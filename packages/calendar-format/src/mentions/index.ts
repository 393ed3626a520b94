/**
 * Days, times and places that a text mentions, in English and German, found by patterns alone. What can be meant in two
 * ways is left out: nobody misses a proposal that is not made, and a wrong one leads to a missed meeting.
 */
export { findMentionedTimes, type MentionedEvent } from './find-times.ts'
