/**
 * The pages for those who run the server: people, background work, providers, what providers call, single sign-on.
 * Settings show them in their frame; loaded when first asked for. Knows records and commands; no other screen knows it.
 */
export { default as JobsPage } from './jobs/JobsPage.svelte'
export { default as PeoplePage } from './people/PeoplePage.svelte'
export { default as ProvidersPage } from './providers/ProvidersPage.svelte'
export { default as SingleSignOnPage } from './single-sign-on/SingleSignOnPage.svelte'
export { default as WebhooksPage } from './webhooks/WebhooksPage.svelte'
