/** Whether a method only looks or also changes: Google counts the two against quotas of their own. */
export type OperationKind = 'read' | 'write'
