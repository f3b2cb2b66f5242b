import { invalidArgument } from '../google-error.ts'
import { pairColourMask } from '../messages/colours.ts'
import { type FieldMask, parseFieldMask } from '../messages/field-mask.ts'
import { type MessageShape, messageShapes, unknownMaskPath } from '../messages/message-shapes.ts'

/** The `fields` of a request, which Google requires. @throws GoogleError when it is missing, malformed or names an unknown field. */
export function requireMask(fields: string | undefined, shapeName: MessageShape): FieldMask {
  if (!fields) throw invalidArgument("At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)")
  const mask = parseFieldMask(fields)
  if (!mask) throw invalidArgument(`Invalid field mask: ${fields}`)
  const shape = parseFieldMask(messageShapes[shapeName]) ?? 'all'
  const unknown = unknownMaskPath({ mask, shape })
  if (unknown !== undefined) throw invalidArgument(`Invalid field: ${unknown}`)
  return pairColourMask(mask)
}
