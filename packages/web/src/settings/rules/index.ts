/** Rules and blocked senders: loaded when one of their pages is first asked for. */
export { default as RulesPage } from './RulesPage.svelte'
