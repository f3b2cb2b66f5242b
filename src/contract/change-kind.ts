import { z } from 'zod'

/** How a run changes a cell: it fills an empty cell, replaces a value, or empties the cell. */
export const ChangeKind = z.enum(['filled', 'changed', 'cleared'])
export type ChangeKind = z.infer<typeof ChangeKind>
