interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT'
  body?: unknown
  signal?: AbortSignal
}

/** What the provider answered when it refused: its own sentence, and the HTTP status. */
class RequestRefused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'RequestRefused'
    this.status = status
  }
}

/**
 * Calls the public API on the page's own origin.
 * @throws RequestRefused with the provider's message for every status of 400 or more.
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
  if (!response.ok) throw new RequestRefused(response.status, refusalMessage(response, text))
  return JSON.parse(text) as Reply
}

/** Gateways in front of the API answer 429 and 5xx in HTML, so the body is not always JSON. */
function refusalMessage(response: Response, text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string } }
    if (error?.message) return error.message
  } catch {
    return `The provider answered ${response.status} ${response.statusText}`.trim()
  }
  return `The provider answered ${response.status}`
}
