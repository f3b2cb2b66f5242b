import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

interface Consent {
  /** URL to which the browser was redirected for the sign-in. */
  request: URL
  /** Claims of the ID token, besides the standard claims. Without a subject among them, the address is the subject. */
  claims: Record<string, unknown>
  /** The reply of the user info endpoint. */
  userInfo?: Record<string, unknown>
  /** Overrides the standard claims. */
  forged?: Record<string, unknown>
  /** Signs the ID token with an unpublished key. */
  usesUnknownKey?: boolean
}

/** An OpenID provider outside the app. The test decides the claims of each user. */
interface ExternalOidcProvider extends AsyncDisposable {
  readonly issuer: string
  /** Address of the provider. */
  readonly url: string
  /** Signs a user in, and returns the URL of the redirect. */
  consent(consent: Consent): URL
}

interface ProviderOptions {
  clientId: string
  /** Issuer that the provider claims to be; defaults to its own URL. */
  issuer?: string
}

// Created once, because creating keys takes longer than everything else here.
const published = generateKeyPairSync('rsa', { modulusLength: 2048 })
const unpublished = generateKeyPairSync('rsa', { modulusLength: 2048 })

export async function startExternalOidcProvider(options: ProviderOptions): Promise<ExternalOidcProvider> {
  const { clientId } = options
  const consents = new Map<string, Consent>()
  const userInfos = new Map<string, unknown>()
  const server = createServer(async (request, response) => {
    const reply = await replyTo(request)
    response.writeHead(reply === undefined ? 400 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply ?? { error: 'invalid_grant' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const issuer = options.issuer ?? url

  async function replyTo(request: IncomingMessage): Promise<unknown> {
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/jwks`,
        }
      case '/jwks':
        return { keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' }] }
      case '/userinfo':
        return userInfos.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
      default:
        return tokensFor(new URLSearchParams(await text(request)))
    }
  }

  function tokensFor(request: URLSearchParams): unknown {
    const consent = consents.get(request.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(request.get('code_verifier') ?? '')
      .digest('base64url')
    if (consent?.request.searchParams.get('code_challenge') !== challenge) return undefined
    const sub = String(consent.claims['sub'] ?? consent.claims['email'] ?? consent.userInfo?.['email'])
    const issuedAt = Math.floor(Date.now() / 1000)
    const nonce = consent.request.searchParams.get('nonce')
    const claims = {
      iss: issuer,
      aud: clientId,
      sub,
      iat: issuedAt,
      exp: issuedAt + 60,
      nonce,
      ...consent.claims,
    }
    const accessToken = randomUUID()
    userInfos.set(accessToken, { sub, ...consent.userInfo })
    const { privateKey } = consent.usesUnknownKey ? unpublished : published
    const idToken = signToken({ ...claims, ...consent.forged }, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    return { token_type: 'bearer', access_token: accessToken, id_token: idToken }
  }

  return {
    issuer,
    url,
    consent(consent) {
      const code = randomUUID()
      consents.set(code, consent)
      const back = new URL(consent.request.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', consent.request.searchParams.get('state') ?? '')
      return back
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function signToken(claims: object, privateKey: string | Buffer): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encode({ alg: 'RS256', kid: 'key' })}.${encode(claims)}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`
}
