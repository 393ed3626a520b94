/** The parts that every page of settings and administration is made of. Knows no data: pages hand it in. */
export { default as CardActions } from './CardActions.svelte'
export { default as CardHeader } from './CardHeader.svelte'
export { default as CardList } from './CardList.svelte'
export { default as ConfirmButton } from './ConfirmButton.svelte'
export { default as ListPage } from './ListPage.svelte'
export { default as PageTitle } from './PageTitle.svelte'
export { default as WhenFetched } from './WhenFetched.svelte'
export { copied } from './copy-text.ts'
