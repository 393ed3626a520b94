/**
 * Health: whether the installation works, as verdicts only. Called by http. Never reveals counts, addresses or versions.
 */
export { type Health, type HealthChecks, createHealth } from './create-health.ts'
