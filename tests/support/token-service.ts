import { text } from 'node:stream/consumers'
import { startLocalServer } from './local-server.ts'

interface TokenRefusal {
  readonly status: number
  readonly body: object
}

interface TokenServiceOptions {
  /** Returns the refusal for a scope; undefined to issue a token. */
  refuse?: (scope: string) => TokenRefusal | undefined
}

/**
 * Starts Google's token service for a workload outside Google, with the workload's identity provider. A token contains its
 * scope, as in `robot:spreadsheets`.
 */
export async function startTokenService({ refuse }: TokenServiceOptions = {}) {
  const scopes: string[] = []
  const server = await startLocalServer(async (request, response) => {
    const body = await text(request)
    if (request.url === '/identity') return void response.end('proof of identity')
    const sent = new URLSearchParams(body)
    const scope = sent.get('scope') ?? ''
    scopes.push(scope)
    response.setHeader('content-type', 'application/json')
    const isProven = sent.get('subject_token') === 'proof of identity'
    const refusal = isProven ? refuse?.(scope) : { status: 400, body: { error: 'invalid_grant' } }
    response.statusCode = refusal?.status ?? 200
    response.end(JSON.stringify(refusal?.body ?? tokenFor(scope)))
  })
  const federation = {
    type: 'external_account',
    audience: '//iam.googleapis.com/projects/123/locations/global/workloadIdentityPools/pool/providers/provider',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: `${server.url}/token`,
    credential_source: { url: `${server.url}/identity` },
  }
  return {
    /** The content of the federation file. */
    federation,
    /** Requested scopes. */
    scopes,
    env: { GOOGLE_CREDENTIALS_JSON: JSON.stringify(federation) },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function tokenFor(scope: string) {
  const issued_token_type = 'urn:ietf:params:oauth:token-type:access_token'
  const access_token = `robot:${scope.replace('https://www.googleapis.com/auth/', '')}`
  return { access_token, issued_token_type, token_type: 'Bearer', expires_in: 3600 }
}
