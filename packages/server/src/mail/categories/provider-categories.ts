import type { Category } from '@plmail/wire'

/** The provider's own tabs, as keywords (providers/google/places.ts); the first that is there counts. */
export const providerCategories: ReadonlyMap<string, Category> = new Map([
  ['category_personal', 'primary'],
  ['category_social', 'social'],
  ['category_promotions', 'promotions'],
  ['category_updates', 'updates'],
  ['category_forums', 'forums'],
])

const keywords = [...providerCategories.keys()]

/** SQL: the category of a message by itself, without what anybody said by hand; `m` is a row of `message`. */
export const categoryInSql = (m: string): string => `
  case when ${m}.keywords && '{${keywords.join(',')}}'::text[] then
    case ${[...providerCategories].map(([keyword, name]) => `when '${keyword}' = any (${m}.keywords) then '${name}'`).join(' ')}
      else 'primary' end
  else coalesce(${m}.category, 'primary') end`
