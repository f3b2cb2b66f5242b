import { GoogleError } from '../google-error.ts'
import { type FieldMask, parseFieldMask } from '../messages/field-mask.ts'
import { unknownField } from '../messages/message-shapes.ts'
import type { Query } from './query.ts'
import type { Route } from './route.ts'

/** The mask of a request. @throws GoogleError when it is malformed or names a field that the reply does not have. */
export function readMask(query: Query, route: Route): FieldMask {
  const fields = query.text('fields') ?? query.text('$fields') ?? route.defaultFields
  if (fields === undefined) return 'all'
  const mask = parseFieldMask(fields)
  if (!mask) throw invalidMask(fields)
  const unknown = unknownField(mask, route.reply)
  if (unknown !== undefined) throw invalidMask(unknown)
  return mask
}

function invalidMask(path: string): GoogleError {
  const description = `Error expanding 'fields' parameter. Cannot find matching fields for path '${path}'.`
  return new GoogleError({
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: 'Request contains an invalid argument.',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: path, description }] },
    ],
    drive: { reason: 'invalidParameter', location: 'fields', message: `Invalid field selection ${path}` },
  })
}
