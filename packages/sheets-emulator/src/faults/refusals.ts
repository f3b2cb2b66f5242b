import { GoogleError, type GoogleErrorFields } from '../google-error.ts'

export const refusalNames = [
  'service_disabled',
  'billing_disabled',
  'consumer_suspended',
  'policy_violated',
  'project_denied',
  'domain_disabled',
  'scope_missing',
  'forbidden',
  'user_rate_limited',
  'aborted',
  'too_many_columns',
  'text_too_long',
] as const
type RefusalName = (typeof refusalNames)[number]

const CONSUMER = 'projects/123456789012'
const ENABLE_PAGE = 'https://console.developers.google.com/apis/api/sheets.googleapis.com/overview?project=123456789012'

const errorInfo = (reason: string, metadata: object = {}) => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'googleapis.com',
  metadata: { service: 'sheets.googleapis.com', consumer: CONSUMER, ...metadata },
})

const denied = (message: string, reason?: string, metadata?: object): GoogleErrorFields => ({
  code: 403,
  status: 'PERMISSION_DENIED',
  message,
  ...(reason && { details: [errorInfo(reason, metadata)] }),
})

/** Refusals that depend on the caller's project, administrators or timing, in Google's words. */
const refusals: Readonly<Record<RefusalName, GoogleErrorFields>> = {
  service_disabled: denied(
    `Google Sheets API has not been used in project 123456789012 before or it is disabled. Enable it by visiting ${ENABLE_PAGE} then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.`,
    'SERVICE_DISABLED',
    { activationUrl: ENABLE_PAGE, serviceTitle: 'Google Sheets API' },
  ),
  billing_disabled: denied(
    'This API method requires billing to be enabled. Please enable billing on project #123456789012 by visiting https://console.developers.google.com/billing/enable?project=123456789012 then retry.',
    'BILLING_DISABLED',
  ),
  consumer_suspended: denied(
    "Permission denied: Consumer 'project_number:123456789012' has been suspended.",
    'CONSUMER_SUSPENDED',
  ),
  policy_violated: denied(
    "Request is prohibited by organization's policy. vpcServiceControlsUniqueIdentifier: 9cQ",
    'SECURITY_POLICY_VIOLATED',
  ),
  project_denied: denied(
    "Caller does not have required permission to use project p. Grant the caller the roles/serviceusage.serviceUsageConsumer role, or a custom role with the serviceusage.services.use permission, by visiting the developer's console.",
    'USER_PROJECT_DENIED',
  ),
  domain_disabled: denied('The API has been disabled by the domain administrator.'),
  scope_missing: denied('Request had insufficient authentication scopes.', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
  forbidden: denied('The request is not allowed for another reason.'),
  // Drive limits rates with 403 as well. https://developers.google.com/workspace/drive/api/guides/handle-errors
  user_rate_limited: {
    code: 403,
    status: 'PERMISSION_DENIED',
    message: 'User Rate Limit Exceeded',
    drive: { reason: 'userRateLimitExceeded', domain: 'usageLimits' },
  },
  aborted: { code: 409, status: 'ABORTED', message: 'The operation was aborted.' },
  too_many_columns: {
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: 'This action would increase the number of columns above the limit of 18278 columns.',
  },
  text_too_long: {
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: 'Invalid data[0]: Your input contains more than the maximum of 50000 characters in a single cell.',
  },
}

export function isRefusal(answer: string): answer is RefusalName {
  return answer in refusals
}

export function refusalError(name: RefusalName): GoogleError {
  return new GoogleError(refusals[name])
}
