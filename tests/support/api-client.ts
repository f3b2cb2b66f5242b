import type { ErrorReply } from '#contract/errors.ts'
import type { CallInput, Reply, Route } from '#contract/route.ts'
import { CookieJar } from './cookie-jar.ts'
import { requireDeclaredError } from './require-declared-error.ts'

/** A call that the app refused. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly status: number
  readonly reply: ErrorReply

  constructor(status: number, reply: ErrorReply) {
    super(`${status} ${reply.code}: ${reply.message}`)
    this.status = status
    this.reply = reply
  }
}

interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** One browser of the app, with its own cookies. */
export class ApiClient {
  readonly jar = new CookieJar()
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Sends any request, without following redirects. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    const [pathname = ''] = path.split('?', 1)
    const cookie = this.jar.headerFor(pathname)
    if (cookie !== '') headers.set('cookie', cookie)
    const response = await fetch(this.#url + path, { ...init, headers, redirect: 'manual' })
    this.jar.store(response)
    await requireDeclaredError({ method: init.method ?? 'GET', path: pathname }, response)
    return response
  }

  /** Makes a call of the contract and returns the raw response. */
  async send<R extends Route>(route: R, input: CallInput<R>): Promise<Response> {
    const { params = {}, query = {}, body } = input as AnyInput
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const json =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return this.fetch(search.size > 0 ? `${path}?${search}` : path, { method: route.method, ...json })
  }

  /**
   * Makes a call of the contract.
   * @throws CallFailed
   */
  async call<R extends Route>(route: R, input: CallInput<R>): Promise<Reply<R>> {
    return read<R>(await this.send(route, input))
  }

  /** Sends a file in the field that the route names. */
  async upload<R extends Route>(
    route: R,
    file: { name: string; content: string | Uint8Array<ArrayBuffer> },
  ): Promise<Reply<R>> {
    const form = new FormData()
    form.set(route.upload?.field ?? '', new Blob([file.content], { type: 'text/csv' }), file.name)
    return read<R>(await this.fetch(route.path, { method: route.method, body: form }))
  }

  /** Follows redirects between the sign-in pages, and returns the first other page. */
  async followSignIn(path: string, init?: RequestInit): Promise<{ path: string; response: Response }> {
    const response = await this.fetch(path, init)
    const location = response.headers.get('location')
    if (location === null) return { path, response }
    const next = new URL(location, this.#url)
    const isSignInPage = next.pathname.startsWith('/oidc/') || next.pathname.startsWith('/auth/')
    const nextPath = next.pathname + next.search
    return isSignInPage ? this.followSignIn(nextPath) : { path: nextPath, response }
  }

  /** Signs in at the embedded provider as a user would, and returns the page where the browser ends up. */
  async signIn(email: string): Promise<string> {
    const { path: formPath } = await this.followSignIn('/auth/login')
    const { path } = await this.followSignIn(formPath, { method: 'POST', body: new URLSearchParams({ email }) })
    return path
  }
}

async function read<R extends Route>(response: Response): Promise<Reply<R>> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const reply: unknown = isJson ? JSON.parse(text) : text === '' ? undefined : text
  if (!response.ok) throw new CallFailed(response.status, reply as ErrorReply)
  return reply as Reply<R>
}
