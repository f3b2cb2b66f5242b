import { held } from '#domain/explanation.ts'
import type { Guard } from './guard.ts'

/** Cells were edited after a preview. Accepting a preview does not accept later edits. */
export const editedSincePreview: Guard<object> = {
  explain: () => ({
    subject: null,
    reason: 'Cells were edited since the preview.',
    ...held('Open the preview again.'),
  }),
  covers: () => false,
  allowedBy: 'no_rule',
  withoutCells: 'has_none',
  judge: 'found_elsewhere',
}
