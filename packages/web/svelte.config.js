/** Shared by Vite and svelte-check: every component is in runes mode. */
export default { compilerOptions: { runes: true } }
