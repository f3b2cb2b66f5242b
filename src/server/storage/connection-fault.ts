import { findFault, type NodeFault } from '#engine/node-fault.ts'

/** Error codes of a machine that may open no more connections. Other failures are on the way or at the other end. */
const CONNECTION_FAULTS = ['EADDRNOTAVAIL', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']

/** The fault behind a failed request; undefined when the error has another cause. */
export function findConnectionFault(error: unknown): NodeFault | undefined {
  return findFault(error, { codes: CONNECTION_FAULTS, what: 'cannot open connections' })
}
