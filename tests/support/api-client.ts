import { type Client, createClient, type UploadedFile } from '#client/client.ts'
import { formatAddress, type SentParts } from '#contract/format-address.ts'
import type { CallArgs, CallInput, Reply, Route, Upload } from '#contract/route.ts'
import { CookieJar } from './cookie-jar.ts'
import { requireDeclaredError } from './require-declared-error.ts'

/** Browser of the app, with its own cookies. */
export class ApiClient {
  readonly jar = new CookieJar()
  readonly #url: string
  readonly #client: Client

  constructor(url: string) {
    this.#url = url
    this.#client = createClient({ url: '', fetch: (path, init) => this.fetch(String(path), init) })
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

  /** Makes a call of the contract and returns the raw response, whatever its status. */
  async send<R extends Route>(route: R, input: CallInput<R>): Promise<Response> {
    const { body, ...parts }: SentParts = input ?? {}
    const json =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return this.fetch(formatAddress(route, parts), { method: route.method, ...json })
  }

  /**
   * Makes a call of the contract.
   * @throws CallFailed
   */
  call<R extends Route>(route: R, ...input: CallArgs<R>): Promise<Reply<R>> {
    return this.#client.call(route, ...input)
  }

  /** Sends a file in the field the route names. */
  upload<R extends Route & { upload: Upload }>(route: R, file: UploadedFile): Promise<Reply<R>> {
    return this.#client.upload(route, file)
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
