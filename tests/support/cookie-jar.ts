interface Cookie {
  name: string
  value: string
  path: string
}

/** Keeps the cookies of a browser for a server. */
export class CookieJar {
  #cookies: Cookie[] = []

  /** Returns the `Cookie` header for a path; empty if no cookie applies. */
  headerFor(path: string): string {
    return this.#cookies
      .filter((cookie) => path.startsWith(cookie.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  store(response: Response): void {
    for (const line of response.headers.getSetCookie()) this.#set(line)
  }

  value(name: string): string | undefined {
    return this.#cookies.find((cookie) => cookie.name === name)?.value
  }

  #set(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', ...value] = pair.split('=')
    const attributeValues = new Map(
      attributes.map((part) => part.toLowerCase().split('=', 2) as [string, string | undefined]),
    )
    const path = attributes.find((part) => /^path=/i.test(part))?.slice('path='.length) ?? '/'
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name || cookie.path !== path)
    const isDeleted =
      attributeValues.get('max-age') === '0' || new Date(attributeValues.get('expires') ?? Date.now()).getTime() === 0
    if (!isDeleted) this.#cookies.push({ name, value: value.join('='), path })
  }
}
