/** Domains from which social networks write, each with everything below it. */
export const socialNetworks: readonly string[] = [
  ...['facebook.com', 'facebookmail.com', 'instagram.com', 'linkedin.com', 'x.com', 'twitter.com'],
  ...['reddit.com', 'redditmail.com', 'youtube.com', 'pinterest.com', 'tiktok.com', 'nextdoor.com'],
  ...['meetup.com', 'xing.com', 'threads.net', 'snapchat.com', 'bsky.app', 'mastodon.social'],
]
