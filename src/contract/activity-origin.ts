import { z } from 'zod'

/** Where a change came from. */
export const ActivityOrigin = z.enum(['browser', 'token', 'schedule', 'edit'])
export type ActivityOrigin = z.infer<typeof ActivityOrigin>
