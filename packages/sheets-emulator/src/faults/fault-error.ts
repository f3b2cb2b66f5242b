import { GoogleError, notFound, permissionDenied } from '../google-error.ts'
import type { OperationKind } from '../operation-kind.ts'
import type { FaultEffect } from './fault.ts'
import { isRefusal, refusalError } from './refusals.ts'

const QUOTA_PER_MINUTE = 60

/** The error that a fault sends, in Google's words. */
export function faultError(
  answer: Exclude<FaultEffect['answer'], 'crashed' | 'delayed' | 'dropped' | 'page'>,
  kind: OperationKind,
): GoogleError {
  if (isRefusal(answer)) return refusalError(answer)
  switch (answer) {
    case 'rate_limited':
      return rateLimited(kind)
    case 'internal':
      return new GoogleError({ code: 500, status: 'INTERNAL', message: 'Internal error encountered.' })
    case 'unavailable':
      return new GoogleError({ code: 503, status: 'UNAVAILABLE', message: 'The service is currently unavailable.' })
    case 'permission_denied':
      return permissionDenied()
    case 'protected_range':
      return permissionDenied(
        'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.',
      )
    case 'revoked':
      return revoked()
    case 'not_found':
      return notFound()
  }
}

function rateLimited(kind: OperationKind): GoogleError {
  const name = kind === 'read' ? 'Read' : 'Write'
  const message = `Quota exceeded for quota metric '${name} requests' and limit '${name} requests per minute per user' of service 'sheets.googleapis.com' for consumer 'project_number:123456789012'.`
  return new GoogleError({
    code: 429,
    status: 'RESOURCE_EXHAUSTED',
    message,
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'RATE_LIMIT_EXCEEDED',
        domain: 'googleapis.com',
        metadata: {
          service: 'sheets.googleapis.com',
          consumer: 'projects/123456789012',
          quota_metric: `sheets.googleapis.com/${name.toLowerCase()}_requests`,
          quota_limit: `${name}RequestsPerMinutePerUser`,
          quota_limit_value: String(QUOTA_PER_MINUTE),
          quota_location: 'global',
          quota_unit: '1/min/{project}/{user}',
        },
      },
    ],
  })
}

function revoked(): GoogleError {
  return new GoogleError({
    code: 401,
    status: 'UNAUTHENTICATED',
    message:
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
  })
}

/** The HTML page Google's front end sends instead of JSON. */
export function faultPage(error: GoogleError): string {
  return `<!DOCTYPE html>\n<html lang=en>\n<title>Error ${error.code}</title>\n<p><b>${error.code}.</b> <ins>That’s an error.</ins>\n<p>${error.message}\n`
}

/** Page of a proxy or a firewall between the caller and Google. */
export const PROXY_PAGE =
  '<!DOCTYPE html>\n<html>\n<title>Access denied</title>\n<p>Your organization blocks this site.\n'
