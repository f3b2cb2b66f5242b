/**
 * Types for the used part of oidc-provider, because the package ships none. Its main file warns of an unsupported runtime on
 * the Node of the npm registry, because releases there are not marked as long-term support.
 */
declare module 'oidc-provider/lib/provider.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface Adapter {
    upsert(id: string, payload: AdapterPayload, expiresInSeconds?: number): Promise<void>
    find(id: string): Promise<AdapterPayload | undefined>
    findByUid(uid: string): Promise<AdapterPayload | undefined>
    findByUserCode(userCode: string): Promise<AdapterPayload | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }

  export interface AdapterPayload {
    uid?: string
    grantId?: string
    consumed?: number
    [key: string]: unknown
  }

  export interface Grant {
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    rejectResourceScope(resource: string, scope: string): void
    save(): Promise<string>
  }

  export interface OidcContext {
    type: string
    body: string
    oidc: {
      params: Record<string, unknown>
      client: { clientId: string }
      session: { accountId: string }
      provider: Provider
      result?: { consent?: { grantId: string } }
    }
  }

  export interface Interaction {
    uid: string
    prompt: { name: string }
    params: Record<string, unknown>
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    /** Whether to trust `X-Forwarded-Host` and `X-Forwarded-Proto`. */
    proxy: boolean
    readonly Grant: {
      new (o: { jti?: string; clientId: string; accountId: string }): Grant
      find(id: string): Promise<Grant | undefined>
    }
    readonly Client: { find(id: string): Promise<{ clientName?: string; redirectUris: string[] } | undefined> }
    readonly AccessToken: { prototype: { generateTokenId(): string } }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionResult(request: IncomingMessage, response: ServerResponse, result: object): Promise<string>
    on(event: 'grant.success', listener: (context: OidcContext) => void): this
    on(event: 'refresh_token.saved', listener: (token: { accountId: string; jti: string }) => void): this
    on(event: 'server_error', listener: (context: OidcContext, error: Error) => void): this
  }
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  export class InvalidTarget extends Error {}
}
