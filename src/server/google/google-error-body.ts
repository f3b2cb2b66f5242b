import { z } from 'zod'

const ErrorDetail = z.looseObject({
  reason: z.string().optional().catch(undefined),
  metadata: z.record(z.string(), z.string()).optional().catch(undefined),
})

const ApiErrorBody = z.looseObject({
  error: z.looseObject({
    message: z.string().catch(''),
    status: z.string().catch(''),
    details: z.array(ErrorDetail).catch([]),
    /** Details in Drive's own format. */
    errors: z.array(ErrorDetail).catch([]),
  }),
})

const TokenErrorBody = z.looseObject({
  error: z.string(),
  error_description: z.string().catch(''),
  error_subtype: z.string().catch(''),
})

/** Google's reply to a refused request. Missing parts are empty. */
export interface GoogleErrorBody {
  /** Google's message; for the token endpoint, its code and description. */
  message: string
  /** Status such as `PERMISSION_DENIED`; the code of the token endpoint, such as `invalid_grant`. */
  status: string
  /** Reason such as `SERVICE_DISABLED`; the subtype of the token endpoint, such as `invalid_rapt`. */
  reason: string
  metadata: Readonly<Record<string, string>>
}

/** Returns undefined for a body other than Google's JSON, such as a proxy's page. */
export function readGoogleError(body: unknown): GoogleErrorBody | undefined {
  const json: unknown = typeof body === 'string' ? parseJson(body) : body
  return readApiError(json) ?? readTokenError(json)
}

function readApiError(json: unknown): GoogleErrorBody | undefined {
  const parsed = ApiErrorBody.safeParse(json).data
  if (!parsed) return undefined
  const { message, status, details, errors } = parsed.error
  const metadata: Record<string, string> = Object.assign({}, ...details.map((detail) => detail.metadata))
  return { message, status, reason: [...details, ...errors].find(({ reason }) => reason)?.reason ?? '', metadata }
}

function readTokenError(json: unknown): GoogleErrorBody | undefined {
  const parsed = TokenErrorBody.safeParse(json).data
  if (!parsed) return undefined
  const { error: status, error_description: description, error_subtype: reason } = parsed
  return { message: description ? `${status}: ${description}` : status, status, reason, metadata: {} }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
