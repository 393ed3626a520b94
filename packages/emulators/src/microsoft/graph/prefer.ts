/** Preferences in the `Prefer` headers of a request [D]. */
export interface PreferHeaders {
  immutableIds: boolean
  maxPageSize: number | undefined
  bodyAsText: boolean
  /** As it was named; times of events are told in it. */
  timeZone: string | undefined
}

export function readPreferences(header: string | undefined): PreferHeaders {
  const text = header ?? ''
  const size = /odata\.maxpagesize\s*=\s*"?(\d+)/i.exec(text)?.[1]
  return {
    immutableIds: /IdType\s*=\s*"?ImmutableId"?/i.test(text),
    maxPageSize: size === undefined || Number(size) < 1 ? undefined : Number(size),
    timeZone: /outlook\.timezone\s*=\s*"([^"]*)"/i.exec(text)?.[1],
    bodyAsText: /outlook\.body-content-type\s*=\s*"?text"?/i.test(text),
  }
}

/** `Preference-Applied`, or nothing when none was. */
export function appliedPreferences(preferences: PreferHeaders, immutableIds: boolean): string | undefined {
  const applied = [
    ...(immutableIds ? ['IdType="ImmutableId"'] : []),
    ...(preferences.maxPageSize === undefined ? [] : [`odata.maxpagesize=${preferences.maxPageSize}`]),
    ...(preferences.bodyAsText ? ['outlook.body-content-type="text"'] : []),
    ...(preferences.timeZone === undefined ? [] : [`outlook.timezone="${preferences.timeZone}"`]),
  ]
  return applied.length === 0 ? undefined : applied.join(', ')
}
