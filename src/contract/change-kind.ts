import { z } from 'zod'

/** How a run changes a cell: it gives an empty one a value, replaces a value, or empties it. */
export const ChangeKind = z.enum(['filled', 'changed', 'cleared'])
export type ChangeKind = z.infer<typeof ChangeKind>
