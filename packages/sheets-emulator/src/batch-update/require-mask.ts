import { invalidArgument } from '../google-error.ts'
import { pairColorMask } from '../messages/colors.ts'
import { type FieldMask, parseFieldMask } from '../messages/field-mask.ts'
import { type MessageShape, unknownField } from '../messages/message-shapes.ts'

/**
 * Parses the mask in a request's required `fields`.
 * @throws GoogleError when it is missing, malformed or names an unknown field.
 */
export function requireMask(fields: string | undefined, shape: MessageShape): FieldMask {
  if (!fields) throw invalidArgument("At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)")
  const mask = parseFieldMask(fields)
  if (!mask) throw invalidArgument(`Invalid field mask: ${fields}`)
  const unknown = unknownField(mask, shape)
  if (unknown !== undefined) throw invalidArgument(`Invalid field: ${unknown}`)
  return pairColorMask(mask)
}
