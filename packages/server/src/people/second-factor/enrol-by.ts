/**
 * The moment from which a session reaches nothing but setting up a second factor, as a column of the `web_session` with this
 * alias. Null: never. A session in which the identity provider asked for a second factor has one.
 */
export const enrolByColumn = (session: 's' | 'opened'): string =>
  `(select greatest(p.since, holder.created_at) + make_interval(days => p.grace_days)
    from second_factor_policy p, app_user holder
    where holder.id = ${session}.user_id and not ${session}.has_provider_factor
      and holder.totp_confirmed_at is null and not holder.has_passkeys
      and (p.required_of = 'everybody' or (p.required_of = 'administrators' and holder.is_admin)))`
