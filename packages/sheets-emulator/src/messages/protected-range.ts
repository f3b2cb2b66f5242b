import { z } from 'zod'
import type { ProtectedRange } from '../store/sheet-features.ts'
import type { Sheet } from '../store/sheets.ts'
import { type Editor, mayEdit } from '../values/editor.ts'
import { gridRangeMessage, gridRangeResource } from './grid-range.ts'
import { flag, int32, list, message, text } from './proto-fields.ts'

const addresses = list(z.string({ error: 'TYPE_STRING' }))

export const protectedRangeMessage = message('ProtectedRange', {
  protectedRangeId: int32(),
  range: gridRangeMessage.optional(),
  namedRangeId: text(),
  tableId: text(),
  description: text(),
  warningOnly: flag(),
  requestingUserCanEdit: flag(),
  unprotectedRanges: list(gridRangeMessage),
  editors: message('Editors', { users: addresses, groups: addresses, domainUsersCanEdit: flag() }).optional(),
})

export type SentProtectedRange = z.infer<typeof protectedRangeMessage>

/** The `ProtectedRange` message as a caller sees it: only editors of the range see the list of editors. */
export function protectedRangeResource(
  range: ProtectedRange,
  { sheet, account }: { sheet: Sheet } & Pick<Editor, 'account'>,
): object {
  const { id, description, warningOnly, users } = range
  const canEdit = mayEdit({ account }, range)
  return {
    protectedRangeId: id,
    range: gridRangeResource(sheet, range.box),
    ...(description && { description }),
    ...(warningOnly && { warningOnly }),
    ...(canEdit && { requestingUserCanEdit: true }),
    ...(range.unprotected.length > 0 && {
      unprotectedRanges: range.unprotected.map((box) => gridRangeResource(sheet, box)),
    }),
    ...(canEdit && !warningOnly && { editors: { users } }),
  }
}
