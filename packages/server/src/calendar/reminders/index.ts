/** Alarms of events: reckoned for the next time only, rung once in whichever process, silenced or put off. */
export { createReminders, type Reminders, type ReminderView } from './reminders.ts'
export type { Habits, MailedReminder } from './sweep.ts'
