import { GoogleError } from '../google-error.ts'

export function permissionNotFound(id: string): GoogleError {
  const message = `Permission not found: ${id}.`
  return new GoogleError({
    code: 404,
    status: 'NOT_FOUND',
    message,
    drive: { reason: 'notFound', location: 'permissionId' },
  })
}

/** An invalid query parameter or field. */
export function invalidParameter(location: string, message = 'Invalid Value'): GoogleError {
  return new GoogleError({ code: 400, status: 'INVALID_ARGUMENT', message, drive: { reason: 'invalid', location } })
}
