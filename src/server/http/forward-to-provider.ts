import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider/lib/provider.js'

interface ForwardedRequest {
  request: FastifyRequest
  reply: FastifyReply
  /** Path of the issuer, and the path and query below it. */
  mount: string
  path: string
  /** Origin of the issuer. Behind a proxy, the request does not contain it. */
  main: string
}

/** Lets an OpenID provider answer a request, and adds the headers of every response. */
export async function forwardToProvider(
  provider: Provider,
  { request: { raw }, reply, mount, path, main }: ForwardedRequest,
): Promise<void> {
  const handle = provider.callback()
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  const { host, protocol } = new URL(main)
  raw.headers['x-forwarded-host'] = host
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  await handle(Object.assign(raw, { originalUrl: mount + path, url: path }), reply.raw)
}
