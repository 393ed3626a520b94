/**
 * Proof that who sits here is the user, for what takes more than a session: the password or, of whoever has none, a fresh
 * sign-in at the identity provider, from which they come back to the form they left.
 */
export { type FormDraft, useFormDrafts } from './form-drafts.ts'
export { default as OwnProof } from './OwnProof.svelte'
export { ownProofOf } from './own-proof.ts'
