import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider/lib/provider.js'
import { z } from 'zod'
import type { EmbeddedKeys } from '#server/auth/embedded-keys.ts'
import { createEmbeddedProvider, EMBEDDED_PATH } from '#server/auth/embedded-provider.ts'
import { forwardToProvider } from '#server/http/forward-to-provider.ts'
import type { PublicOrigins } from '#server/http/public-origins.ts'
import { signInLimit } from '#server/http/rate-limits.ts'
import { refuseForeignChange } from '#server/http/security.ts'
import { embeddedErrorPage, embeddedSignInPage } from './embedded-pages.ts'

const MAX_EMAIL_LENGTH = 254
const HTML = 'text/html; charset=utf-8'

const Form = z.object({
  email: z.email().max(MAX_EMAIL_LENGTH).toLowerCase(),
})

interface Options {
  origins: () => PublicOrigins
  keys: EmbeddedKeys
}

/** Mounts the embedded sign-in: the provider itself, and the page that asks for an email address. */
export async function serveEmbeddedSignIn(app: FastifyInstance, { origins, keys }: Options): Promise<void> {
  let provider: Promise<Provider> | undefined
  // Created at the first request: its issuer contains the port, unknown until the server listens.
  const getProvider = () => {
    provider ??= createEmbeddedProvider({ ...origins(), keys, errorPage: embeddedErrorPage() })
    return provider
  }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  const signInPath = `${EMBEDDED_PATH}/sign-in/:uid`
  app.get(signInPath, { config: { rateLimit: signInLimit } }, async (request, reply) => {
    if (!(await isInProgress(await getProvider(), request, reply)))
      return reply.code(400).type(HTML).send(embeddedErrorPage())
    return reply.type(HTML).send(embeddedSignInPage({ action: request.url, email: '' }))
  })

  await app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    forms.post(signInPath, { config: { rateLimit: signInLimit } }, async (request, reply) => {
      refuseForeignChange(request, origins())
      return submitAddress(await getProvider(), request, reply)
    })
  })

  app.all(`${EMBEDDED_PATH}/*`, async (request, reply) => {
    const path = request.url.slice(EMBEDDED_PATH.length)
    await forwardToProvider(await getProvider(), { request, reply, mount: EMBEDDED_PATH, path, main: origins().main })
  })
}

async function submitAddress(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (!(await isInProgress(provider, request, reply))) return reply.code(400).type(HTML).send(embeddedErrorPage())
  const form = Form.safeParse(request.body)
  if (!form.success) {
    const entered = z.object({ email: z.string() }).safeParse(request.body).data?.email ?? ''
    const problem = 'Enter an email address, such as you@example.com'
    return reply
      .code(400)
      .type(HTML)
      .send(embeddedSignInPage({ action: request.url, email: entered, problem }))
  }
  const login = { login: { accountId: form.data.email } }
  return reply.redirect(await provider.interactionResult(request.raw, reply.raw, login), 303)
}

async function isInProgress(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  try {
    const { uid } = await provider.interactionDetails(request.raw, reply.raw)
    return z.object({ uid: z.literal(uid) }).safeParse(request.params).success
  } catch {
    return false
  }
}
