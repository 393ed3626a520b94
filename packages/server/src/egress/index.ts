/**
 * What leaves this machine: the only way out (`network`), a ledger of where it went and why (`ledger`), and the switches
 * of administrators (`switches`). Owns egress_entry, egress_writer and egress_switch.
 */
export { createEgress, type Egress } from './create-egress.ts'
