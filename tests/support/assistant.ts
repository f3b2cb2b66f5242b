import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'

export const ASSISTANT_REDIRECT = 'http://127.0.0.1:49152/callback'

/** The state of an assistant that knows nothing but the address of `/mcp`. */
export function newAssistant(name: string) {
  let information: OAuthClientInformationMixed | undefined
  let kept: OAuthTokens | undefined
  let verifier = ''
  const state = { authorizationUrl: undefined as URL | undefined }
  const provider: OAuthClientProvider = {
    redirectUrl: ASSISTANT_REDIRECT,
    clientMetadata: { client_name: name, redirect_uris: [ASSISTANT_REDIRECT] },
    clientInformation: () => information,
    saveClientInformation(saved) {
      information = saved
    },
    tokens: () => kept,
    saveTokens(tokens) {
      kept = tokens
    },
    redirectToAuthorization(url) {
      state.authorizationUrl = url
    },
    saveCodeVerifier(saved) {
      verifier = saved
    },
    codeVerifier: () => verifier,
    invalidateCredentials() {
      kept = undefined
    },
  }
  return { state, provider, tokens: () => kept }
}

export type Assistant = ReturnType<typeof newAssistant>

/** Registers an assistant; returns the path that it would open in a browser. */
export async function askToSignIn(
  { provider, state }: Assistant,
  options: { serverUrl: string; fetchFn?: typeof fetch },
): Promise<string> {
  const result = await auth(provider, options)
  if (result !== 'REDIRECT' || !state.authorizationUrl) throw new Error(`The assistant did not ask: ${result}`)
  return state.authorizationUrl.pathname + state.authorizationUrl.search
}
