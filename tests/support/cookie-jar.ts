interface Cookie {
  name: string
  value: string
  path: string
}

/** Keeps the cookies of one visitor of one server, as a browser does. */
export class CookieJar {
  #cookies: Cookie[] = []

  /** The `Cookie` header for a path; empty when no cookie belongs to it. */
  headerFor(path: string): string {
    return this.#cookies
      .filter((cookie) => path.startsWith(cookie.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  take(response: Response): void {
    for (const line of response.headers.getSetCookie()) this.#set(line)
  }

  value(name: string): string | undefined {
    return this.#cookies.find((cookie) => cookie.name === name)?.value
  }

  #set(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', ...value] = pair.split('=')
    const given = new Map(attributes.map((part) => part.toLowerCase().split('=', 2) as [string, string | undefined]))
    const path = attributes.find((part) => /^path=/i.test(part))?.slice('path='.length) ?? '/'
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name || cookie.path !== path)
    const isGone = given.get('max-age') === '0' || new Date(given.get('expires') ?? Date.now()).getTime() === 0
    if (!isGone) this.#cookies.push({ name, value: value.join('='), path })
  }
}
