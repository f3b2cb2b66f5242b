import { get } from 'node:http'

interface Request {
  /** The `Host` header. `fetch` does not let callers set it. */
  host: string
  cookie?: string
}

/** Requests a server under another host name, and returns the redirect with its cookies. */
export function requestRedirect(url: string, { host, cookie }: Request): Promise<{ location: string; cookie: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host, ...(cookie !== undefined && { cookie }) } }, (response) => {
      const { headers } = response
      response.resume()
      const cookies = (headers['set-cookie'] ?? []).map((text) => text.split(';', 1)[0])
      resolve({ location: headers.location ?? '', cookie: cookies.join('; ') })
    }).on('error', reject)
  })
}
