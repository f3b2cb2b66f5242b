interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT'
  body?: unknown
  signal?: AbortSignal
}

/** An error response of the provider: its message and the HTTP status. */
class RequestError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'RequestError'
    this.status = status
  }
}

/**
 * Calls the API on the page's own origin.
 * @throws RequestError with the provider's message when the status is 400 or more.
 */
export async function requestJson<Reply>(path: string, { method = 'GET', body, signal }: RequestOptions = {}) {
  const response = await fetch(path, {
    method,
    ...(signal && { signal }),
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  })
  const text = await response.text()
  if (!response.ok) throw new RequestError(response.status, errorMessage(response, text))
  return JSON.parse(text) as Reply
}

/** Gateways in front of the API send 429 and 5xx as HTML, so the body is not always JSON. */
function errorMessage(response: Response, text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string } }
    if (error?.message) return error.message
  } catch {
    return `The provider returned ${response.status} ${response.statusText}`.trim()
  }
  return `The provider returned ${response.status}`
}
