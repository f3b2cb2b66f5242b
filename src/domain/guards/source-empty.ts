import { CHECK_SOURCE } from '#domain/explanation.ts'
import type { Guard } from './guard.ts'

export const sourceEmpty: Guard<object> = {
  explain: () => ({ subject: '', reason: 'The source has no data rows.', ...CHECK_SOURCE }),
  covers: () => true,
  allowedBy: 'no_rule',
  withoutCells: 'has_none',
  judge: ({ now }) => (now.rows === 0 ? [{}] : []),
}
