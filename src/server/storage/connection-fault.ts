import { findFault, type NodeFault } from '#engine/node-fault.ts'

/** Error codes of a machine that cannot open more connections. Other failures happen in the network or on the server. */
const CONNECTION_FAULTS = ['EADDRNOTAVAIL', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']

/** Finds the fault behind a failed request; undefined if the error has another cause. */
export function findConnectionFault(error: unknown): NodeFault | undefined {
  return findFault(error, { codes: CONNECTION_FAULTS, what: 'cannot open connections' })
}
