export const operationKinds = ['read', 'write'] as const

/** Whether a method reads or changes data. Google has a separate quota for each. */
export type OperationKind = (typeof operationKinds)[number]
