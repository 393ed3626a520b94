/** Rules and blocked senders: loaded when one of their pages is first asked for. */
export { default as BlockedPage } from './BlockedPage.svelte'
export { default as RulesPage } from './RulesPage.svelte'
