import type { Route } from '#contract/route.ts'
import type { ApiClient } from '#tests/support/api-client.ts'

const TIMEOUT_MS = 20_000

/** A call of the API, as the caller saw it. Times are in milliseconds. */
export interface CallRecord {
  readonly action: string
  readonly sentAt: number
  readonly answeredAt: number
  /** Undefined when no answer came in time. */
  readonly httpStatus: number | undefined
  /** Body of the answer. */
  readonly body: string
  /** The tasks the call is about. */
  readonly taskIds: readonly number[]
}

interface Call {
  action: string
  route: Pick<Route, 'method' | 'path'>
  params?: { id: number }
  body?: object
  taskIds: readonly number[]
}

/** Makes a call as a signed-in user, whatever comes of it. */
export async function callNode(client: { url: string; api: ApiClient }, call: Call): Promise<CallRecord> {
  const { action, route, params, body, taskIds } = call
  const path = route.path.replace(':id', String(params?.id))
  const headers: Record<string, string> = { cookie: client.api.jar.headerFor(path) }
  if (body) headers['content-type'] = 'application/json'
  const init = { method: route.method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }
  const sentAt = Date.now()
  try {
    const response = await fetch(client.url + path, body ? { ...init, body: JSON.stringify(body) } : init)
    const answer = await response.text()
    return { action, sentAt, answeredAt: Date.now(), httpStatus: response.status, body: answer, taskIds }
  } catch (error) {
    return { action, sentAt, answeredAt: Date.now(), httpStatus: undefined, body: String(error), taskIds }
  }
}

/** Whether the server confirmed the request. */
export function isSuccess({ httpStatus, body }: CallRecord): boolean {
  return httpStatus === 200 && /"status":"success"/.test(body)
}
