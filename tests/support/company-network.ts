import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { setGlobalProxyFromEnv } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { generate } from 'selfsigned'
import { startHttpProxy } from './http-proxy.ts'

const GOOGLE = [
  'accounts.google.com',
  'iamcredentials.googleapis.com',
  'oauth2.googleapis.com',
  'sheets.googleapis.com',
]

interface Options {
  /** Whether Google issues no tokens. */
  refusesKeys?: boolean
}

/**
 * Starts a network in which only a proxy reaches Google. A machine of the company answers in Google's place, with its own
 * certificate.
 */
export async function startCompanyNetwork({ refusesKeys = false }: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'nano-sync-proxy-'))
  const certificate = await generate([{ name: 'commonName', value: 'Company' }], {
    extensions: [{ name: 'subjectAltName', altNames: GOOGLE.map((value) => ({ type: 2, value })) }],
  })
  const certificateFile = join(folder, 'company.pem')
  await writeFile(certificateFile, certificate.cert)
  const received: { resource: string; body: string }[] = []
  const google = createServer({ key: certificate.private, cert: certificate.cert }, async (request, response) => {
    const resource = `${request.headers.host}${request.url?.split('?')[0]}`
    received.push({ resource, body: await text(request) })
    const body = replies[resource]
    const isRefused = refusesKeys && request.headers.host === 'oauth2.googleapis.com'
    if (isRefused) return void response.writeHead(400, JSON_TYPE).end(JSON.stringify(UNKNOWN_KEY))
    response.writeHead(body ? 200 : 404, JSON_TYPE).end(JSON.stringify(body ?? {}))
  })
  google.listen(0, '127.0.0.1')
  await once(google, 'listening')
  const { port } = google.address() as AddressInfo
  let refused: string | undefined
  const proxy = await startHttpProxy({ port, refuses: (host) => host === refused })
  return {
    /** Host and port of each request to the proxy. */
    hosts: proxy.hosts,
    /** Returns the bodies of the requests to a host and path. */
    bodies: (resource: string) => received.filter((one) => one.resource === resource).map(({ body }) => body),
    /** Makes the proxy refuse this host and port from now on; with undefined, it connects to all hosts. */
    refuse(host: string | undefined): void {
      refused = host
    },
    /** Sends the requests of this process through the network until the result is disposed of. */
    enter(): Disposable {
      const trusted = getCACertificates('default')
      const leave = setGlobalProxyFromEnv({ https_proxy: proxy.url, no_proxy: 'localhost,127.0.0.1' })
      setDefaultCACertificates([...trusted, certificate.cert])
      return {
        [Symbol.dispose]() {
          leave()
          setDefaultCACertificates(trusted)
        },
      }
    },
    env: { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: certificateFile },
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]()
      google.closeAllConnections()
      google.close()
      await rm(folder, { recursive: true })
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }
/** Google's response to a deleted key. */
const UNKNOWN_KEY = { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }

const ROBOT = 'iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/robot'

const replies: Readonly<Record<string, object>> = {
  [`${ROBOT}@acme.iam.gserviceaccount.com:generateAccessToken`]: {
    accessToken: 'robot',
    expireTime: '2100-01-01T00:00:00Z',
  },
  [`${ROBOT}%40acme.iam.gserviceaccount.com:signJwt`]: { keyId: '1', signedJwt: 'signed by IAM' },
  'accounts.google.com/.well-known/openid-configuration': {
    issuer: 'https://accounts.google.com',
    authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    token_endpoint: 'https://oauth2.googleapis.com/token',
    jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
  },
  'oauth2.googleapis.com/token': { access_token: 'token', token_type: 'Bearer', expires_in: 3600 },
  'sheets.googleapis.com/v4/spreadsheets/behind-the-proxy': {
    spreadsheetId: 'behind-the-proxy',
    properties: { title: 'Behind the proxy' },
    sheets: [{ properties: { sheetId: 0, title: 'Data', gridProperties: { rowCount: 9, columnCount: 3 } } }],
  },
}
