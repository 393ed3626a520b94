/** Alarms of events: reckoned for the next time only, rung once in whichever process, silenced or put off. */
export { createReminders, type Reminders, type ReminderView } from './reminders.ts'
export type { MailedReminder } from './sweep.ts'
