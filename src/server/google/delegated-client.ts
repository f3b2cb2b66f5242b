import { type AuthClient, OAuth2Client, type OAuth2ClientOptions } from 'google-auth-library'
import { HOUR_MS, SECOND_MS } from '#domain/time.ts'

const TOKEN_URL = 'https://oauth2.googleapis.com/token'
const IAM_URL = 'https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts'
const JWT_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

export interface DelegatedOptions extends OAuth2ClientOptions {
  /** Client that authenticates requests to IAM. It may sign as the service account. */
  source: AuthClient
  /** The address of the service account a Workspace administrator lets act for people. */
  serviceAccount: string
  /** The user the client acts for. */
  subject: string
  scope: string
}

/**
 * Acts for a user by domain-wide delegation without a key: IAM signs the request for a token as the service account.
 * https://cloud.google.com/iam/docs/best-practices-service-accounts#domain-wide-delegation
 */
export class DelegatedClient extends OAuth2Client {
  readonly #options: DelegatedOptions

  constructor(options: DelegatedOptions) {
    super(options)
    this.#options = options
    // An expired token makes the library ask for a token before the first request.
    this.credentials = { expiry_date: 1, refresh_token: 'signed by IAM' }
  }

  protected override async refreshTokenNoCache() {
    const assertion = await this.#sign(Math.floor(Date.now() / SECOND_MS))
    const { data } = await this.transporter.request<{ access_token: string; expires_in: number }>({
      url: TOKEN_URL,
      method: 'POST',
      data: new URLSearchParams({ grant_type: JWT_GRANT, assertion }),
    })
    const tokens = { access_token: data.access_token, expiry_date: Date.now() + data.expires_in * SECOND_MS }
    return { tokens, res: null }
  }

  async #sign(iat: number): Promise<string> {
    const { source, serviceAccount, subject, scope } = this.#options
    const exp = iat + HOUR_MS / SECOND_MS
    const payload = JSON.stringify({ iss: serviceAccount, sub: subject, scope, aud: TOKEN_URL, iat, exp })
    const url = `${IAM_URL}/${encodeURIComponent(serviceAccount)}:signJwt`
    const { data } = await source.request<{ signedJwt: string }>({ url, method: 'POST', data: { payload } })
    return data.signedJwt
  }
}
