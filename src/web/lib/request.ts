import { z } from 'zod'
import { CallError } from './call-error.ts'
import { raiseShowLogin } from './show-login.ts'

const ErrorBody = z.object({
  error: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})

/** Sends a request and answers its response when that is a success; every other outcome is a `CallError`. */
export async function request(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, { credentials: 'same-origin', ...init }).catch((cause: unknown) => {
    throw withoutResponse(cause)
  })
  if (response.ok) return response
  if (response.status === 401) raiseShowLogin()
  throw await refusalIn(response)
}

function withoutResponse(cause: unknown): unknown {
  const name = cause instanceof Error ? cause.name : ''
  // TanStack Query recognises its own cancellation by this error.
  if (name === 'AbortError') return cause
  const isTimeout = name === 'TimeoutError'
  return new CallError({
    status: undefined,
    code: isTimeout ? 'timeout' : 'no_response',
    message: isTimeout
      ? 'The server took too long to answer.'
      : 'No response from server. Please check your connection.',
    cause,
  })
}

async function refusalIn(response: Response): Promise<CallError> {
  const body = ErrorBody.safeParse(await response.json().catch(() => undefined))
  if (!body.success)
    return new CallError({ status: response.status, code: undefined, message: `Server error: ${response.status}` })
  const { error, message, fields } = body.data
  return new CallError({ status: response.status, code: error, message, fields })
}
