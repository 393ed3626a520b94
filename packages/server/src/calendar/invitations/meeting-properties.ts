/** Properties that say what a meeting is, when and where (RFC 8984): its organizer decides them and announces their changes. */
export const meetingProperties = [
  'title',
  'description',
  'start',
  'duration',
  'timeZone',
  'endTimeZone',
  'showWithoutTime',
  'recurrenceRule',
  'locations',
  'virtualLocations',
  'links',
]
