/** What a grid needs of each event; the rest is fetched when one is opened. */
export const eventListProperties: readonly string[] = [
  ...[
    'id',
    'baseEventId',
    'calendarIds',
    'isDraft',
    'isOrigin',
    'mayUpdateAll',
    'isRecurrenceUnread',
    '@type',
    'uid',
    'title',
    'start',
    'duration',
  ],
  ...[
    'timeZone',
    'endTimeZone',
    'showWithoutTime',
    'status',
    'privacy',
    'freeBusyStatus',
    'color',
    'locations',
  ],
  ...['virtualLocations', 'organizerCalendarAddress', 'participants', 'recurrenceId', 'recurrenceIdTimeZone'],
]
