import { z } from 'zod'

export const FieldChange = z.object({
  field: z.string(),
  /** Null for a field of something new. */
  before: z.string().nullable(),
  /** Null for a field of something deleted. */
  after: z.string().nullable(),
})
export type FieldChange = z.infer<typeof FieldChange>
