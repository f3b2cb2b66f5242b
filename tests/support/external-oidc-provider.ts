import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

interface Consent {
  /** The address to which a browser was sent to sign in. */
  request: URL
  /** What the ID token says, beside what every token says. */
  claims: Record<string, unknown>
  /** What the user info endpoint says. */
  userInfo?: Record<string, unknown>
  /** Overrides what every token says. */
  forged?: Record<string, unknown>
  /** Signs the ID token with a key that is not published. */
  isSignedByAnother?: boolean
}

/** A sign-in provider somewhere else, at which a test decides what each person may claim. */
interface ExternalOidcProvider extends AsyncDisposable {
  readonly issuer: string
  /** Lets a person sign in; answers where the browser is sent back to. */
  consent(given: Consent): URL
}

export async function startExternalOidcProvider({ clientId }: { clientId: string }): Promise<ExternalOidcProvider> {
  const published = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const another = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const consents = new Map<string, Consent>()
  const userInfos = new Map<string, unknown>()
  const server = createServer(async (request, response) => {
    const answered = await answer(request)
    response.writeHead(answered === undefined ? 400 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answered ?? { error: 'invalid_grant' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`

  async function answer(request: IncomingMessage): Promise<unknown> {
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

  function tokensFor(asked: URLSearchParams): unknown {
    const given = consents.get(asked.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url')
    if (given?.request.searchParams.get('code_challenge') !== challenge) return undefined
    const issuedAt = Math.floor(Date.now() / 1000)
    const nonce = given.request.searchParams.get('nonce')
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: 'person',
      iat: issuedAt,
      exp: issuedAt + 60,
      nonce,
      ...given.claims,
    }
    const accessToken = randomUUID()
    userInfos.set(accessToken, { sub: 'person', ...given.userInfo })
    const { privateKey } = given.isSignedByAnother ? another : published
    const idToken = signToken({ ...claims, ...given.forged }, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    return { token_type: 'bearer', access_token: accessToken, id_token: idToken }
  }

  return {
    issuer,
    consent(given) {
      const code = randomUUID()
      consents.set(code, given)
      const back = new URL(given.request.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', given.request.searchParams.get('state') ?? '')
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
